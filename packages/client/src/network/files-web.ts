import type { FileAnswer, FileRequest, FilesNetwork } from './files-port.ts';

const init = ({ authorization, signal }: FileRequest): RequestInit => ({
  headers: { Authorization: authorization },
  signal,
  cache: 'no-store',
});

const toAnswer = async (response: Response): Promise<FileAnswer> => ({
  status: response.status,
  text: await response.text(),
});

/** The browser's fetch. The assets host is this origin, so the content security policy needs no other. */
export const webFiles: FilesNetwork = {
  async send(path, part, of) {
    const body = new FormData();
    body.append('file', part, 'file');
    return toAnswer(await fetch(path, { method: 'POST', body, ...init(of) }));
  },
  ask: async (path, of) => toAnswer(await fetch(path, init(of))),
  async read(path, of) {
    const response = await fetch(path, init(of));
    return response.ok ? response.blob() : undefined;
  },
};
