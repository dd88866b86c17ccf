import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A load generator that uses almost no CPU, so that the server is what is measured: keep-alive sockets that send requests made ahead
 * and look only for the end of each answer. Runs in a thread of its own.
 */

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly path: string;
  readonly bodies: readonly string[];
}

export interface LoadResult {
  readonly seconds: number;
  readonly answers: number;
  /** Of the last answer, to check that it was one. */
  readonly sample: string;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Sends every body once over `connections` sockets, each socket one request at a time. */
function run({ port, connections, path, bodies }: Load): Promise<LoadResult> {
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ),
  );
  return new Promise((resolve, reject) => {
    let next = 0;
    let answers = 0;
    let sample = '';
    const startedAt = performance.now();

    function open(): void {
      let buffered: Buffer = Buffer.alloc(0);
      const socket: Socket = connect(port, '127.0.0.1', send);
      socket.setNoDelay(true);
      socket.on('error', reject);

      function send(): void {
        const request = requests[next];
        if (!request) {
          socket.destroy();
          if (answers === requests.length)
            resolve({ seconds: (performance.now() - startedAt) / 1000, answers, sample });
          return;
        }
        next += 1;
        socket.write(request);
      }

      socket.on('data', (chunk: Buffer) => {
        buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
        const head = buffered.indexOf(HEAD_END);
        if (head < 0) return;
        const text = buffered.toString('latin1', 0, head).toLowerCase();
        const length = Number(/content-length: (\d+)/.exec(text)?.[1] ?? Number.NaN);
        if (buffered.length < head + 4 + length) return;
        if (!text.startsWith('http/1.1 200')) {
          reject(new Error(text.slice(0, 40)));
          return;
        }
        answers += 1;
        sample = buffered.toString('latin1', head + 4);
        buffered = Buffer.alloc(0);
        if (text.includes('connection: close')) {
          socket.destroy();
          open();
        } else send();
      });
    }
    for (let i = 0; i < connections; i += 1) open();
  });
}

parentPort?.postMessage(await run(workerData as Load));
