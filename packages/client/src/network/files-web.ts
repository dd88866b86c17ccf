import type { FileAnswer, FileRequest, FilesNetwork } from './files-port.ts';

const init = ({ authorization, signal }: FileRequest): RequestInit => ({
  headers: { Authorization: authorization },
  signal,
  cache: 'no-store',
  // Another origin needs nothing but the header.
  credentials: 'omit',
});

const toAnswer = async (response: Response): Promise<FileAnswer> => ({
  status: response.status,
  text: await response.text(),
});

/** The browser's fetch. The page's content security policy names the assets host where that is another origin. */
export const webFiles: FilesNetwork = {
  async send(address, part, of) {
    const body = new FormData();
    body.append('file', part, 'file');
    return toAnswer(await fetch(address, { method: 'POST', body, ...init(of) }));
  },
  ask: async (address, of) => toAnswer(await fetch(address, init(of))),
  async read(address, of) {
    const response = await fetch(address, init(of));
    return response.ok ? response.blob() : undefined;
  },
};
