import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Throws EADDRINUSE where another program listens. Processes that share a port are not told of others that share it too, so two products
 * would answer each other's members.
 */
export async function assertFree(address: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  await once(probe.listen(address), 'listening');
  await once(probe.close(), 'close');
}
