import type { LivePorts } from '@holdfast/client/live';

/** A live stream in a test's hand. */
export interface FakeLive {
  readonly live: (order: string | undefined) => Promise<LivePorts>;
  /** The orders that streams were opened for, in turn. */
  readonly opened: (string | undefined)[];
  /** Sends a frame to the stream that stands. */
  readonly tell: (frame: object) => void;
}

export function fakeLive(): FakeLive {
  const opened: (string | undefined)[] = [];
  let waiting: string[] = [];
  let wake: () => void = () => {};
  let stop = new AbortController();
  const give = (frame: object) => {
    waiting.push(JSON.stringify(frame));
    wake();
  };
  async function* frames({ signal }: AbortController): AsyncGenerator<string> {
    while (!signal.aborted) {
      for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) yield body;
      if (signal.aborted) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const end = () => {
    stop.abort();
    wake();
  };
  return {
    opened,
    tell: give,
    live: async (order) => ({
      async open(signal) {
        opened.push(order);
        stop = new AbortController();
        waiting = [];
        signal.addEventListener('abort', end);
        give({ type: 'opened' });
        return { frames: frames(stop) };
      },
      // It stays away until the test ends.
      sleep: () => new Promise(() => {}),
      spread: () => 1,
    }),
  };
}
