import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '@holdfast/kernel';

/**
 * Sends requests that were made ahead at a fixed pace, each from a network of its own, and looks at no answer but for its end. In a thread
 * of its own, and as cheap as it can be, because it shares the machine with the server.
 */

export interface Flood {
  readonly port: number;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly perSecond: number;
  /** The same request may be sent again and does the same work. */
  readonly isRepeatable: boolean;
}

export interface FloodResult {
  readonly answered: number;
  /** The rest of those due, because all sockets waited for an answer. */
  readonly unsent: number;
}

const SOCKETS_MAX = 400;
const TICK_MS = 10;

const { port, path, bodies, perSecond } = workerData as Flood;
const idle: Socket[] = [];
let [sockets, next, answered, unsent] = [0, 0, 0, 0];

function open(): Socket {
  sockets += 1;
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let seen = '';
  socket.on('data', (chunk: Buffer) => {
    seen += chunk.toString('latin1');
    const head = seen.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? 0);
    if (seen.length < head + 4 + length) return;
    answered += 1;
    if (/connection: close/i.test(seen)) socket.destroy();
    else idle.push(socket);
    seen = '';
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    sockets -= 1;
    const at = idle.indexOf(socket);
    if (at >= 0) idle.splice(at, 1);
  });
  return socket;
}

function send(): void {
  const socket = idle.pop() ?? (sockets < SOCKETS_MAX ? open() : undefined);
  if (!socket) {
    unsent += 1;
    return;
  }
  const body = defined(bodies[next % bodies.length], 'there are bodies');
  next += 1;
  const network = `100.${(next >> 8) & 255}.${next & 255}.1`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nx-forwarded-for: ${network}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

const startedAt = performance.now();
let due = 0;
const timer = setInterval(() => {
  for (; due < ((performance.now() - startedAt) / 1000) * perSecond; due += 1) send();
}, TICK_MS);
/** When everything that was sent has its answer. */
function finish(): void {
  if (idle.length < sockets) {
    setTimeout(finish, TICK_MS);
    return;
  }
  parentPort?.postMessage({ answered, unsent } satisfies FloodResult);
}
parentPort?.once('message', () => {
  clearInterval(timer);
  finish();
});
