import { Agent, request, type OutgoingHttpHeaders } from 'node:http';

/**
 * The little of `fetch` that members of a benchmark use, by keep-alive connections of node:http. Node's own `fetch` takes a tenth of the work of
 * a whole trade, which a load on the same cores takes away from what is measured.
 */

interface Init {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

let agent = new Agent({ keepAlive: true });

/** Forgets the connections: the server closes those that were idle for some seconds. */
export function reconnect(): void {
  agent.destroy();
  agent = new Agent({ keepAlive: true });
}

function lightFetch(url: string, { method = 'GET', headers = {}, body = '' }: Init = {}): Promise<object> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, agent, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          ok: response.statusCode === 200,
          text: async () => text,
          json: async () => JSON.parse(text) as unknown,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Puts it in the place of `fetch` in this process, so that members of an earlier commit post by it too. */
export function useLightFetch(): void {
  globalThis.fetch = lightFetch as unknown as typeof fetch;
}
