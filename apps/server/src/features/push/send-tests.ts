import type { PushTestOutcome } from '@holdfast/contract/calls';
import type { Outcome } from '#platform/outbox/carrier.ts';
import type { PushParts } from './carrier.ts';
import { testPayloadOf } from './push-message.rules.ts';
import { dropToken, recordTest, takeTests, type Token } from './token.store.ts';

const AT_ONCE = 10;
/** Whoever waits for it looks at the screen. */
const TTL_SECONDS = 60;

const OUTCOMES: Readonly<Record<Exclude<Outcome['is'], 'gone' | 'ended'>, PushTestOutcome>> = {
  sent: 'sent',
  refused: 'refused',
  failed: 'unreachable',
  down: 'unreachable',
};

/** Sends the test messages that members have asked for, past the queue: the question is whether one arrives now. Returns how many. */
export async function sendTests(parts: PushParts): Promise<number> {
  const tests = await takeTests(parts.db, AT_ONCE);
  await Promise.all(tests.map((token) => sendTest(parts, token)));
  return tests.length;
}

async function sendTest(
  { db, sender }: PushParts,
  { testId, ...token }: Token & { readonly testId: string },
): Promise<void> {
  const outcome = await sender.send(token.target, {
    payload: testPayloadOf(testId, token),
    ttlSeconds: TTL_SECONDS,
    urgency: 'high',
    topic: undefined,
  });
  // The app finds no address any more, and says so.
  if (outcome.is === 'gone' || outcome.is === 'ended') await dropToken(db, token);
  else await recordTest(db, { id: token.id, testId, outcome: OUTCOMES[outcome.is] });
}
