import { createServer } from 'node:net';
import { StartError } from '../lib/start-error.ts';

/** Listens for a moment: the port that was got, or the error code of the refusal. 0 asks for any free port. */
function tryPort(port: number, host: string): Promise<number | string> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 'unknown'));
    });
  });
}

/** The port itself if it is free, or any free one for 0. Throws one sentence where it cannot be had. */
export async function claimPort(port: number, host: string, name = 'PORT'): Promise<number> {
  const got = await tryPort(port, host);
  if (typeof got === 'number') return got;
  throw new StartError(
    got === 'EADDRINUSE'
      ? `Port ${port} is taken by another program: stop that, or choose another port, as in ${name}=${port + 100} npm start.`
      : `Port ${port} cannot be used (${got}): choose another one, as in ${name}=3100 npm start.`,
  );
}
