import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '#platform/passwords/passwords.ts';

/** How long a right secret is known again. A merchant releases many orders in a row. */
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MAX = 10_000;

type Verify = Passwords['verify'];

/**
 * Compares a secret that was right a few minutes ago by a keyed hash in memory, which costs nothing, instead of by argon2id, which costs ten
 * milliseconds of a core. The key is made with the process and never leaves it, and an entry stands for one stored hash, so another secret
 * makes it void on every node. A wrong secret always costs the full work; its try is counted before either comparison.
 */
export function rememberRightSecrets(
  verify: Verify,
  now: () => number = () => performance.now(),
): { readonly verify: Verify } {
  const key = randomBytes(32);
  const right = new Map<string, { readonly mac: Buffer; readonly until: number }>();

  function forgetOld(): void {
    // The oldest stand first.
    for (const [stored, { until }] of right) {
      if (until > now() && right.size <= REMEMBERED_MAX) return;
      right.delete(stored);
    }
  }

  return {
    async verify(stored, secret) {
      forgetOld();
      const mac = createHmac('sha256', key).update(secret).digest();
      const known = stored === undefined ? undefined : right.get(stored);
      if (known && timingSafeEqual(known.mac, mac)) return true;
      const isRight = await verify(stored, secret);
      if (isRight && stored !== undefined) {
        right.delete(stored);
        right.set(stored, { mac, until: now() + REMEMBERED_MS });
      }
      return isRight;
    },
  };
}
