import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** A request as bytes, for a socket that only sends it. */
export function rawRequest(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${more.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A client that uses almost no CPU: one request at a time over a connection that is kept, and of an answer it looks only for the end. */
export class RawSocket {
  readonly #port: number;
  #socket: Socket | undefined;
  #buffered: Buffer = Buffer.alloc(0);
  #answered: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async open(): Promise<void> {
    this.close();
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.on('error', (error) => this.#answered?.reject(error));
    socket.on('close', () => this.#answered?.reject(new Error('the server has closed the connection')));
    this.#socket = socket;
  }

  /** Sends a request and returns the body of its answer. */
  async send(request: Buffer): Promise<string> {
    if (!this.#socket) await this.open(); // the server ends each connection after so many requests
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#socket?.write(request);
    });
  }

  #take(chunk: Buffer): void {
    const buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
    this.#buffered = buffered;
    const head = buffered.indexOf(HEAD_END);
    if (head < 0) return;
    const text = buffered.toString('latin1', 0, head).toLowerCase();
    const length = Number(/content-length: (\d+)/.exec(text)?.[1] ?? Number.NaN);
    if (buffered.length < head + HEAD_END.length + length) return;
    const answered = this.#answered;
    this.#answered = undefined;
    this.#buffered = Buffer.alloc(0);
    if (text.includes('connection: close')) this.close();
    if (text.startsWith('http/1.1 200'))
      answered?.resolve(buffered.toString('latin1', head + HEAD_END.length));
    else answered?.reject(new Error(text.slice(0, 40)));
  }

  close(): void {
    this.#socket?.removeAllListeners('close').destroy();
    this.#socket = undefined;
  }
}
