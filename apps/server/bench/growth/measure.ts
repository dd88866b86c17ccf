import { defined } from '@holdfast/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { WaitFirst, type Case, type Readers } from './cases.ts';

export interface Latencies {
  readonly p50: number;
  readonly p95: number;
}

export interface Measured {
  readonly name: string;
  /** p95 of the small world over that of the large one: 1 means that growth costs nothing. */
  readonly ratio: number;
  readonly small: Latencies;
  readonly large: Latencies;
}

const WARM_UP = 16;
const SAMPLES = 200;

/** How long one read takes, in milliseconds. A read that is refused for now is made again when it may be. */
export async function clock(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WaitFirst)) throw error;
    await sleep(error.seconds * 1000);
    return clock(work);
  }
  return performance.now() - startedAt;
}

function latenciesOf(samples: readonly number[]): Latencies {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number(defined(sorted[Math.floor((sorted.length - 1) * share)], 'a sample').toFixed(2));
  return { p50: at(0.5), p95: at(0.95) };
}

/** Reads both worlds in turns, so that whatever else the machine does meets both. */
export async function measure(
  { name, read }: Case,
  small: Readers,
  large: Readers,
  from = 0,
): Promise<Measured> {
  const samples = { small: [] as number[], large: [] as number[] };
  for (let n = from; n < from + WARM_UP; n += 1) {
    await clock(() => read(small, n));
    await clock(() => read(large, n));
  }
  for (let n = from; n < from + SAMPLES; n += 1) {
    samples.small.push(await clock(() => read(small, n)));
    samples.large.push(await clock(() => read(large, n)));
  }
  const [of, against] = [latenciesOf(samples.small), latenciesOf(samples.large)];
  return { name, ratio: Number((of.p95 / against.p95).toFixed(3)), small: of, large: against };
}
