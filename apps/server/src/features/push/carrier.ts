import { isSafetyNotice } from '@holdfast/contract/notifications';
import { findCauseInstall, findMessage, titleOf } from '#features/notifications/index.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Carrier, Notice, Outcome, Skipped } from '#platform/outbox/carrier.ts';
import type { PushMessage, PushSender } from '#platform/push/port.ts';
import {
  pushPayloadOf,
  REFUSALS_MAX,
  ttlSecondsOf,
  urgencyOf,
  USEFUL_MINUTES,
} from './push-message.rules.ts';
import { CARRIERS, countRefusals, dropToken, findTokenById, type Token } from './token.store.ts';
import { topicOf } from './topic.ts';

export interface PushParts {
  readonly db: Database;
  readonly sender: PushSender;
}

/** Web Push and FCM as carriers of the inbox. They know an address by the number of its row. */
export function createCarriers(parts: PushParts): Carrier[] {
  return Object.values(CARRIERS).map((name) => ({
    name,
    usefulMinutes: USEFUL_MINUTES,
    send: (key, notice, signal) => sendNotice(parts, { key, notice, signal }),
  }));
}

const SKIPPED: Skipped = { is: 'skipped' };
const ENDED: Outcome = { is: 'ended' };
const GONE: Outcome = { is: 'gone' };

async function sendNotice(
  { db, sender }: PushParts,
  { key, notice, signal }: { key: string; notice: Notice; signal: AbortSignal },
): Promise<Outcome | Skipped> {
  const token = await findTokenById(db, key);
  if (!token) return ENDED;
  if (token.endsAt !== null && notice.at > token.endsAt) return end(db, token, ENDED);
  if (!(await isFor(db, token, notice))) return SKIPPED;
  const message = compose(db, { token, notice, now: await appNow(db) });
  if (!message) return SKIPPED;
  return settle(db, token, await sender.send(token.target, message, signal));
}

/** An install is told nothing that was done on it, and after a sign-in elsewhere only what concerns the safety of the account. */
async function isFor(db: Database, { scope, installKey }: Token, notice: Notice): Promise<boolean> {
  const isSafety = isSafetyNotice(notice.type);
  if (scope === 'safety' && !isSafety) return false;
  if (!isSafety) return true;
  if (await isOfTakeover(db, notice)) return false;
  const cause = await findCauseInstall(db, notice);
  return cause === undefined || !cause.equals(installKey);
}

/** A sign-in that has ended another session is two messages of the inbox, written together; a device rings for the first of them alone. */
async function isOfTakeover(db: Database, { type, extra, memberId, seq }: Notice): Promise<boolean> {
  if (type !== 'userNormalLogin') return false;
  const before = await findMessage(db, memberId, seq - 1n);
  return before?.type === 'userForcedLogout' && before.extra['when'] === extra['when'];
}

/** The message as it leaves; undefined for one that helps nobody any more. */
function compose(
  db: Database,
  { token, notice, now }: { token: Token; notice: Notice; now: Date },
): PushMessage | undefined {
  const titles = titleOf(notice);
  const told = { ...notice, title: token.language === 'en' ? titles?.en : titles?.zhTW };
  const ttlSeconds = ttlSecondsOf(told, now);
  if (ttlSeconds === undefined) return undefined;
  return {
    payload: pushPayloadOf(told, token),
    ttlSeconds,
    urgency: urgencyOf(told),
    topic: topicOf(db, notice),
  };
}

async function settle(db: Database, token: Token, outcome: Outcome): Promise<Outcome> {
  if (outcome.is === 'gone' || outcome.is === 'ended') return end(db, token, outcome);
  if (outcome.is !== 'refused') {
    if (outcome.is === 'sent') await countRefusals(db, token, 0);
    return outcome;
  }
  const refusals = token.refusals + 1;
  // Another VAPID key than the one it was made with, for example: the app makes a new one when it is next opened.
  if (refusals >= REFUSALS_MAX) return end(db, token, GONE);
  await countRefusals(db, token, refusals);
  return outcome;
}

async function end(db: Database, token: Token, outcome: Outcome): Promise<Outcome> {
  await dropToken(db, token);
  return outcome;
}
