import { parentPort, workerData } from 'node:worker_threads';
import { rawRequest, RawSocket } from './raw-socket.ts';

/** A load generator that uses almost no CPU, so that the server is what is measured: it sends requests made ahead. Runs in a thread of its own. */

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

/** Sends every body once over `connections` sockets, each socket one request at a time. */
async function run({ port, connections, path, bodies }: Load): Promise<LoadResult> {
  const requests = bodies.map((body) => rawRequest(path, body)).values();
  let [answers, sample] = [0, ''];
  const startedAt = performance.now();
  const sendAll = async () => {
    const socket = new RawSocket(port);
    for (const request of requests) {
      sample = await socket.send(request);
      answers += 1;
    }
    socket.close();
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  return { seconds: (performance.now() - startedAt) / 1000, answers, sample };
}

parentPort?.postMessage(await run(workerData as Load));
