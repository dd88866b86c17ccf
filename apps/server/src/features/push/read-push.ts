import type { Handler } from '#platform/gateway/call-table.ts';
import type { PushFacts } from '#platform/push/push.ts';
import { countOthers, findToken } from './token.store.ts';

/** What the server knows of the caller's install, and the key by which a browser subscribes. */
export const readPush =
  ({ serverKey }: PushFacts): Handler<'/member/device/push'> =>
  async ({ tx, session }) => {
    const token = await findToken(tx, session);
    const others = await countOthers(tx, session);
    if (!token) return { serverKey, device: null, others };
    const { binding, refreshedAt, isPrivate, testId, testOutcome } = token;
    const test = testId !== null && testOutcome !== null ? { id: testId, outcome: testOutcome } : null;
    return {
      serverKey,
      device: { binding, refreshedAt: refreshedAt.toISOString(), isPrivate, test },
      others,
    };
  };
