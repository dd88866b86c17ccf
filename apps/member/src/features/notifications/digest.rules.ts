import type { InboxRow } from '@holdfast/contract/calls';
import { notificationRuleOf } from '@holdfast/contract/notifications';

/** So many messages at once are one dialog. Two are quicker read than listed. */
const DIGEST_FROM = 3;

/**
 * What is shown next of the messages that wait: one of them, or many at once as a digest. One that must be confirmed has a dialog of its own, in
 * its turn: how far the inbox was shown is one number, so nothing may be shown before what waits in front of it.
 */
export function nextOf(waiting: readonly InboxRow[]): readonly InboxRow[] {
  const end = waiting.findIndex(({ type }) => !notificationRuleOf(type).buttons.includes('close'));
  const run = end === -1 ? waiting : waiting.slice(0, end);
  return run.length < DIGEST_FROM ? waiting.slice(0, 1) : run;
}
