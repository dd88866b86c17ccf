import type { PushTestOutcome } from '@holdfast/contract/calls';
import type { Outcome } from '#platform/outbox/carrier.ts';
import type { PushParts } from './carrier.ts';
import { testPayloadOf } from './push-message.rules.ts';
import { dropToken, endLostTests, recordTest, takeTests, type Token } from './token.store.ts';

const AT_ONCE = 20;
/** Longer than any try to send: whoever had it has died. */
const LOST_SECONDS = 30;
/** Whoever waits for it looks at the screen. */
const TTL_SECONDS = 60;

const OUTCOMES: Readonly<Record<Exclude<Outcome['is'], 'gone' | 'ended'>, PushTestOutcome>> = {
  sent: 'sent',
  refused: 'refused',
  failed: 'unreachable',
  down: 'unreachable',
};

export interface TestSends {
  /** Begins to send what members have asked for, as many as run at once; how many. */
  begin(): Promise<number>;
  /** Those that have begun are sent. */
  end(): Promise<void>;
}

/**
 * Sends the test messages that members have asked for, past the queue: the question is whether one arrives now. None waits for another, for a
 * service that does not answer takes seconds to say so.
 */
export function createTestSends(parts: PushParts, onError: (error: unknown) => void): TestSends {
  const running = new Set<Promise<void>>();
  return {
    async begin() {
      await endLostTests(parts.db, LOST_SECONDS);
      const free = AT_ONCE - running.size;
      const tests = free > 0 ? await takeTests(parts.db, free) : [];
      for (const token of tests) {
        const sending = sendTest(parts, token)
          .catch(onError)
          .finally(() => running.delete(sending));
        running.add(sending);
      }
      return tests.length;
    },
    async end() {
      await Promise.all(running);
    },
  };
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
