import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Log } from '#platform/log/log.ts';
import type { Peers, Word } from '#platform/peers/peers.ts';

/**
 * Further processes of the gateway role, so that members' calls use more than one core. They listen on the port of the first one, and the kernel
 * gives each new connection to one of them. The first process has all other roles, starts the others anew when they die, and takes them with it
 * when it ends.
 */

const AGAIN_MS = 1000;
const AGAIN_MS_MAX = 30_000;
/** Whatever lived so long had no fault from its start on. */
const SOUND_MS = 60_000;

const FLAG = '--further-gateway';

/** The port that the first process listens on and how many share it, for a process that another one has started so. */
export function furtherGatewayOf(argv: readonly string[]): { port: number; count: number } | undefined {
  const at = argv.indexOf(FLAG);
  return at < 0 ? undefined : { port: Number(argv[at + 1]), count: Number(argv[at + 2]) };
}

export interface FurtherGateways extends Peers {
  /** Starts them, for the port that this process listens on. */
  start(port: number): void;
  stop(): Promise<void>;
}

export interface FurtherGatewayOptions {
  /** With this process. */
  readonly count: number;
  readonly log: Log;
  /** Another program than this one, for tests. */
  readonly program?: string;
}

export function furtherGateways({
  count,
  log,
  program = process.argv[1] ?? '',
}: FurtherGatewayOptions): FurtherGateways {
  const others = new Set<ChildProcess>();
  const listeners: ((word: Word) => void)[] = [];
  let isStopping = false;

  const tell = (word: Word, from?: ChildProcess) => {
    for (const other of others) if (other !== from && other.connected) other.send(word, () => {}); // it may be ending
  };

  function startOne(port: number, againMs: number): void {
    const startedAt = performance.now();
    const other = fork(program, [FLAG, String(port), String(count)]);
    others.add(other);
    other.on('message', (message) => {
      const word = message as Word;
      for (const listener of listeners) listener(word);
      if (word.is === 'member-at') tell(word, other);
    });
    other.once('exit', (code, signal) => {
      others.delete(other);
      if (isStopping) return;
      const next = performance.now() - startedAt > SOUND_MS ? AGAIN_MS : Math.min(2 * againMs, AGAIN_MS_MAX);
      log.error({ code, signal, againMs }, 'a gateway process has ended and is started again');
      setTimeout(() => isStopping || startOne(port, next), againMs).unref();
    });
  }

  return {
    count,
    tell,
    hear: (listener) => void listeners.push(listener),
    start(port) {
      for (let nth = 1; nth < count; nth += 1) startOne(port, AGAIN_MS);
    },
    async stop() {
      isStopping = true;
      await Promise.all(
        [...others].map(async (other) => {
          const ended = once(other, 'exit');
          other.kill('SIGTERM');
          await ended;
        }),
      );
    },
  };
}
