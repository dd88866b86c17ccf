import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface RoundTrips {
  /** The address to connect to instead: everything is passed on. */
  readonly url: string;
  /** How often a client has waited for an answer since the start, over all its connections. */
  count(): number;
  /** How often a client has asked what the rows of a statement look like. */
  descriptions(): number;
  close(): Promise<void>;
}

const SYNC = 'S'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);
const DESCRIBE = 'D'.charCodeAt(0);
/** A message: one byte of type, then its length, which counts itself and not the type. */
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Reads what a client of PostgreSQL sends; calls `onMessage` with the type of each message. */
function readMessages(onMessage: (type: number | undefined) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let typeBytes = 0; // the first message of a connection has no type
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= typeBytes + LENGTH_BYTES) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      onMessage(typeBytes > 0 ? rest[0] : undefined);
      rest = rest.subarray(end);
      typeBytes = TYPE_BYTES;
    }
  };
}

/** Stands between a client and its database and counts the round trips. */
export async function countRoundTrips(databaseUrl: string): Promise<RoundTrips> {
  const { hostname, port } = new URL(databaseUrl);
  let [trips, descriptions] = [0, 0];
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    client.on(
      'data',
      readMessages((type) => {
        if (type === SYNC || type === SIMPLE_QUERY) trips += 1; // after these it waits for an answer
        if (type === DESCRIBE) descriptions += 1;
      }),
    );
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  proxy.unref(); // whoever is done need not wait for it
  const address = proxy.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : address);
  return {
    url: url.href,
    count: () => trips,
    descriptions: () => descriptions,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
