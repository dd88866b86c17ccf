import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MemberId } from '@holdfast/kernel';

/** How long a right secret is known again. A merchant releases many orders in a row. */
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MAX = 10_000;

/** The secrets that were right a few minutes ago, by member. */
export interface RightSecrets {
  /** The stored hash that `secret` was right for; undefined where it is not the one that is remembered. */
  recall(memberId: MemberId, secret: string): string | undefined;
  remember(memberId: MemberId, secret: string, stored: string): void;
  /** Whether the secret that `stored` is the hash of is remembered: every other one is then known to be wrong. */
  isKnownFor(memberId: MemberId, stored: string): boolean;
}

/**
 * Knows a secret again by a keyed hash in memory, where argon2id costs ten milliseconds of a core. The key is made with the process and
 * never leaves it. An entry stands for one stored hash, which the database has to confirm, so a new secret makes it void on every node. A
 * wrong secret is never known: it costs the full work.
 */
export function createRightSecrets(now: () => number = () => performance.now()): RightSecrets {
  const key = randomBytes(32);
  const right = new Map<
    MemberId,
    { readonly mac: Buffer; readonly stored: string; readonly until: number }
  >();
  const macOf = (secret: string) => createHmac('sha256', key).update(secret).digest();

  function forgetOld(): void {
    // The oldest stand first.
    for (const [memberId, { until }] of right) {
      if (until > now() && right.size <= REMEMBERED_MAX) return;
      right.delete(memberId);
    }
  }

  return {
    recall(memberId, secret) {
      forgetOld();
      const known = right.get(memberId);
      return known && timingSafeEqual(known.mac, macOf(secret)) ? known.stored : undefined;
    },
    remember(memberId, secret, stored) {
      right.delete(memberId);
      right.set(memberId, { mac: macOf(secret), stored, until: now() + REMEMBERED_MS });
      forgetOld();
    },
    isKnownFor(memberId, stored) {
      forgetOld();
      return right.get(memberId)?.stored === stored;
    },
  };
}
