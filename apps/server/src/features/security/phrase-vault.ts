import { defined, type MemberId } from '@holdfast/kernel';
import type { ReaderOf } from '#platform/messaging/messages.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { findReader } from './phrase.store.ts';

/** Seals anti-phishing phrases for the database, each bound to its member. */
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

/** Finds what a mail to a member needs: the proven address and the phrase. */
export const readerOf =
  (vault: PhraseVault): ReaderOf =>
  async (tx, memberId) => {
    const reader = await findReader(tx, memberId);
    if (memberId === undefined || !reader) return { mail: '', phrase: undefined };
    return { mail: reader.mail, phrase: vault.open(memberId, reader.phraseSealed) };
  };
