import type { Handler } from '#platform/gateway/call-table.ts';
import { findPhrase } from './phrase.store.ts';

export const readPhrase: Handler<'/member/security/phrase'> = async ({ tx, session }) => {
  const phrase = await findPhrase(tx, session.memberId);
  return { phrase: phrase ?? null };
};
