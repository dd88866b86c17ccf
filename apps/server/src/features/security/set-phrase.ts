import { fail } from '@holdfast/contract/errors';
import { isPhrase } from '@holdfast/contract/rules';
import { announce } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { savePhrase } from './phrase.store.ts';

export interface PhraseParts {
  readonly messages: Messages;
}

/** Sets or removes the anti-phishing phrase. The mail that announces it carries the new phrase, so the member sees what it looks like. */
export const setPhrase =
  ({ messages }: PhraseParts): Handler<'/member/security/phrase-set'> =>
  async (context, { phrase }) => {
    if (phrase !== undefined && !isPhrase(phrase)) throw fail('PARAMETERS_INVALID', { fields: ['phrase'] });
    const { tx, session, audit } = context;
    const { memberId } = session;
    await savePhrase(tx, memberId, phrase);
    await announce(context, messages, { memberId, type: 'phraseChanged', causeInstall: session.installKey });
    audit({ action: 'phrase-changed', subject: `member:${memberId}` });
    return {};
  };
