import type { Network } from './port.ts';

const HEADERS = { 'Content-Type': 'application/json' };

function request(endpoint: string, body: string, signal: AbortSignal): Promise<Response> {
  return fetch(endpoint, { method: 'POST', headers: HEADERS, body, signal, cache: 'no-store' });
}

/** The texts of a body as they arrive. A reader instead of `for await` over the stream: Safari has only this. */
async function* textsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function* nothing(): AsyncGenerator<string> {}

/** The browser's fetch. Endpoints are paths of this origin, so the content security policy needs no other. */
export const webNetwork: Network = {
  async post(endpoint, body, signal) {
    const response = await request(endpoint, body, signal);
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    };
  },
  async openStream(endpoint, body, signal) {
    const response = await request(endpoint, body, signal);
    return {
      status: response.status,
      contentType: response.headers.get('Content-Type') ?? '',
      chunks: response.body ? textsOf(response.body) : nothing(),
    };
  },
  isOnline: () => navigator.onLine,
  onChange(listener) {
    globalThis.addEventListener('online', listener);
    globalThis.addEventListener('offline', listener);
  },
};
