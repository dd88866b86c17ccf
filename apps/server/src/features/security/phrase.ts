import { fail } from '@holdfast/contract/errors';
import { isPhrase } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { announce } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { Messages, ReaderOf } from '#platform/messaging/messages.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { findReader, savePhrase } from './phrase.store.ts';

/** Phrases at rest: sealed like the messages that carry them, each bound to its member. */
export interface PhraseVault {
  seal(memberId: MemberId, phrase: string): Buffer;
  open(memberId: MemberId, sealed: Buffer | null): string | undefined;
}

export function createPhraseVault({ messageBox }: Pick<Secrets, 'messageBox'>): PhraseVault {
  const contextOf = (memberId: MemberId) => Buffer.from(`phrase ${memberId}`);
  return {
    seal: (memberId, phrase) => Buffer.from(messageBox.seal(contextOf(memberId), Buffer.from(phrase))),
    open(memberId, sealed) {
      if (sealed === null) return undefined;
      const plain = defined(messageBox.open(contextOf(memberId), sealed), 'a phrase opens under its own key');
      return Buffer.from(plain).toString('utf8');
    },
  };
}

/** What a mail to a member needs to know of its reader. */
export const readerOf =
  (vault: PhraseVault): ReaderOf =>
  async (tx, memberId) => {
    const row = await findReader(tx, memberId);
    if (memberId === undefined || !row) return { mail: '', phrase: undefined };
    return { mail: row.mail, phrase: vault.open(memberId, row.phrase_sealed) };
  };

export const readPhrase =
  (vault: PhraseVault): Handler<'/member/security/phrase'> =>
  async ({ tx, session }) => {
    const { phrase } = await readerOf(vault)(tx, session.memberId);
    return { phrase: phrase ?? null };
  };

/** The mail that tells of it carries the new phrase already: the member sees at once what it will look like. */
export const setPhrase =
  ({ vault, messages }: { vault: PhraseVault; messages: Messages }): Handler<'/member/security/phrase-set'> =>
  async (context, { phrase }) => {
    if (phrase !== undefined && !isPhrase(phrase)) throw fail('PARAMETERS_INVALID', { fields: ['phrase'] });
    const { tx, session, audit } = context;
    const { memberId } = session;
    await savePhrase(tx, memberId, phrase === undefined ? null : vault.seal(memberId, phrase));
    await announce(context, messages, { memberId, type: 'phraseChanged' });
    audit({ action: 'phrase-changed', subject: `member:${memberId}` });
    return {};
  };
