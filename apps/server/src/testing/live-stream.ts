import { request as httpRequest } from 'node:http';
import type { TestClient } from './test-client.ts';

/** Live streams as a client reads them. */

export interface Frame {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A live stream as a client reads it: frames in order, opened one by one; `undefined` once it has ended. */
export function openLive(
  port: number,
  {
    client,
    bUrl,
    proof = client.proof,
    pairs = {},
  }: {
    client: TestClient;
    bUrl: string;
    proof?: object | undefined;
    pairs?: Readonly<Record<string, string>>;
  },
) {
  const sealed = client.session.sealRequest({
    endpoint: '/proxystream',
    bUrl,
    pairs: { ...proof, ...pairs },
    now: Date.now(),
  });
  const frames: (Frame | undefined)[] = [];
  const waiting: ((frame: Frame | undefined) => void)[] = [];
  const give = (frame: Frame | undefined) => {
    const next = waiting.shift();
    if (next) next(frame);
    else frames.push(frame);
  };
  const headers = { 'content-type': 'application/json', 'content-length': sealed.body.length };
  const request = httpRequest(
    { host: '127.0.0.1', port, path: '/proxystream', method: 'POST', headers },
    (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const answer = sealed.openFrame(text.slice('data: '.length, end));
          text = text.slice(end + 2);
          give(answer && 'body' in answer ? (JSON.parse(answer.body) as Frame) : { type: 'unreadable' });
        }
      });
      response.on('end', () => {
        const refusal = text === '' ? undefined : sealed.open(text);
        if (refusal && 'body' in refusal) give({ type: 'refused', ...(JSON.parse(refusal.body) as object) });
        give(undefined);
      });
      response.on('error', () => give(undefined));
    },
  );
  request.end(sealed.body);
  return {
    next: () =>
      new Promise<Frame | undefined>((resolve) =>
        frames.length > 0 ? resolve(frames.shift()) : waiting.push(resolve),
      ),
    close: () => request.destroy(),
  };
}

export type LiveStream = ReturnType<typeof openLive>;

/** The next frame of a type; frames of other types in between are passed over. */
export async function nextOf(stream: LiveStream, type: string): Promise<Frame> {
  for (;;) {
    const frame = await stream.next();
    if (!frame) throw new Error(`the stream ended before a frame "${type}"`);
    if (frame.type === type) return frame;
  }
}

/** What changed, by the first hint that names `topic`: hints of what happened before may come late. */
export async function nextChanged(stream: LiveStream, topic: string): Promise<unknown> {
  for (;;) {
    const { what } = await nextOf(stream, 'changed');
    if ((what as string[]).includes(topic)) return what;
  }
}
