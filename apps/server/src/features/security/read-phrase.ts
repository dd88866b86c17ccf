import type { Handler } from '#platform/gateway/call-table.ts';
import { readerOf, type PhraseVault } from './phrase-vault.ts';

export const readPhrase =
  (vault: PhraseVault): Handler<'/member/security/phrase'> =>
  async ({ tx, session }) => {
    const { phrase } = await readerOf(vault)(tx, session.memberId);
    return { phrase: phrase ?? null };
  };
