import type { HttpServer } from '#platform/http/http-server.ts';

/** A port that cannot be had, with one sentence for the person who starts the server. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** The variables that say where a process listens. */
type PortName = 'PORT' | 'CONSOLE_PORT' | 'ASSETS_PORT' | 'METRICS_PORT';

interface Place {
  readonly host: string;
  readonly port: number;
  /** With other processes of this product. */
  readonly reusePort?: boolean;
}

const sentenceOf = (code: string | undefined, { host, port }: Place, name: PortName): string | undefined => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program: choose another one with ${name}.`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: choose one from 1024 on with ${name}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine: HOST.`;
  return undefined;
};

/** Runs what listens, and says what is wrong with the address where that is what it fails of. */
export async function saying<T>(name: PortName, place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const sentence = sentenceOf((cause as NodeJS.ErrnoException).code, place, name);
    throw sentence === undefined ? cause : new ListenError(sentence, { cause });
  }
}

export const listenAt = (app: HttpServer, name: PortName, place: Place): Promise<string> =>
  saying(name, place, () => app.listen(place));
