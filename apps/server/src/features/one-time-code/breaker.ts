import type { OtpChannel } from '@holdfast/contract/member';
import type { Tx } from '#platform/db/db.ts';
import { BREAKER_PER_HOUR } from './budgets.rules.ts';
import { hasSentToAnonymous } from './code.store.ts';

/** A look-up reads as many rows as open the breaker, so one serves all codes of this process for some seconds. */
const CACHED_MS = 5000;

/** Whether the breaker of a channel is open. */
export type Breaker = (tx: Tx, channel: OtpChannel, now: Date) => Promise<boolean>;

export function createBreaker(): Breaker {
  const cached = new Map<OtpChannel, { readonly at: number; readonly isOpen: boolean }>();
  return async (tx, channel, now) => {
    const last = cached.get(channel);
    if (last && Math.abs(now.getTime() - last.at) < CACHED_MS) return last.isOpen;
    const isOpen = await hasSentToAnonymous(tx, channel, BREAKER_PER_HOUR);
    cached.set(channel, { at: now.getTime(), isOpen });
    return isOpen;
  };
}
