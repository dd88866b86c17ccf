import { CHANNEL } from './limits.ts';

const SIZE = CHANNEL.sequenceWindow;
const SIZE_WIDE = BigInt(SIZE);
const LARGEST = 2n ** 63n - 1n;

/**
 * The sequence numbers that this node has seen of one session: the highest, and a bit for each of the 1,024 up to it (the sliding
 * window of RFC 4303 section 3.4.3). Numbers may arrive in any order inside the window; each is accepted once.
 */
export class SequenceWindow {
  #highest = 0n;
  readonly #seen = new Uint32Array(SIZE / 32);

  /** True the first time a number is shown. To be asked only of an authenticated number: asking marks it. */
  accept(seq: bigint): boolean {
    if (seq < 1n || seq > LARGEST || seq <= this.#highest - SIZE_WIDE) return false;
    if (seq > this.#highest) this.#advance(seq);
    const slot = Number(seq % SIZE_WIDE);
    const word = slot >>> 5;
    const bit = 1 << (slot & 31);
    const seen = this.#seen[word] ?? 0;
    if ((seen & bit) !== 0) return false;
    this.#seen[word] = seen | bit;
    return true;
  }

  /** Moves the window up and forgets the numbers whose slots are taken over. */
  #advance(seq: bigint): void {
    if (seq - this.#highest >= SIZE_WIDE) this.#seen.fill(0);
    else {
      for (let passed = this.#highest + 1n; passed <= seq; passed += 1n) {
        const slot = Number(passed % SIZE_WIDE);
        this.#seen[slot >>> 5] = (this.#seen[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
      }
    }
    this.#highest = seq;
  }
}
