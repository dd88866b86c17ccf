import type { Carrier, Notice, Outcome, Skipped } from './carrier.ts';

/** Longer than a push service needs to answer. */
const SEND_MS_MAX = 10_000;
const REASON_MAX = 200;

/** One try of a carrier. It always has an outcome, and within time: whatever is thrown, or never settles, is a failure of this message. */
export async function send(
  carrier: Carrier,
  key: string,
  notice: Notice,
  msMax = SEND_MS_MAX,
): Promise<Outcome | Skipped> {
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      timeout.abort();
      resolve({ is: 'failed', reason: 'no answer in time' });
    }, msMax);
  });
  try {
    return short(await Promise.race([carrier.send(key, notice, timeout.signal), late]));
  } catch (error) {
    return { is: 'failed', reason: nameOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

const short = <O extends Outcome | Skipped>(outcome: O): O =>
  'reason' in outcome ? { ...outcome, reason: outcome.reason.slice(0, REASON_MAX) } : outcome;

/** Kind of the failure alone: a message may quote the address. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' ? code : error.name).slice(0, REASON_MAX);
}
