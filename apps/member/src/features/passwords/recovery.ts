import type { CallInput, SecurityQuestion } from '@holdfast/contract/calls';
import { isFailure } from '@holdfast/contract/errors';
import type { OtpChannel } from '@holdfast/contract/member';
import type { CallApi } from '@holdfast/client/calls';
import { createCodeExchange } from '#components/code-exchange.ts';

export type Answers = CallInput<'/member/security/questions-set'>['answers'];

export interface RecoveryFor {
  readonly account: string;
  readonly channel: OtpChannel;
  readonly lang: 'zh-TW' | 'en';
  readonly installId: string;
}

/** A way back into an account, step by step. Tickets stay in here and nowhere else. */
export interface Recovery {
  /** Sends a code, a second time too; answers from when on another can be sent. */
  send(): Promise<string>;
  /** Takes the code; answers the questions that must be answered as well. */
  takeCode(code: string): Promise<readonly SecurityQuestion[]>;
  takeAnswers(answers: Answers): Promise<void>;
  setPassword(newPassword: string): Promise<void>;
  /** Only where the transaction secret is set anew too. */
  setSecret?(newTranspass: string): Promise<void>;
}

/** For who has forgotten the login password. */
export function recoverPassword(
  callApi: CallApi,
  { account, channel, lang, installId }: RecoveryFor,
): Recovery {
  const params = { account };
  const exchange = createCodeExchange(callApi);
  let id = '';
  let ticket = '';
  let answersTicket: string | undefined;
  return {
    async send() {
      const input = { purpose: 'forgotten', account, channel, installId, lang } as const;
      const sent = await callApi('/utils/otp/mobile/send', { input });
      id = sent.id;
      return sent.resendAt;
    },
    async takeCode(code) {
      ticket = await exchange(id, code);
      return (await callApi('/member/security-questions-get', { input: { account, ticket } })).questions;
    },
    async takeAnswers(answers) {
      const path = '/member/security-questions-verification/{account}';
      ({ answersTicket } = await callApi(path, { params, input: { ticket, answers } }));
    },
    async setPassword(newPassword) {
      const input = { ticket, newPassword, installId, ...(answersTicket !== undefined && { answersTicket }) };
      await callApi('/member/forget-password/set-password/{account}', { params, input });
    },
  };
}

/** For who has forgotten the transaction secret with it. */
export function recoverBoth(callApi: CallApi, input: RecoveryFor): Recovery {
  let id = '';
  let typed = '';
  let token = '';
  let questions: readonly SecurityQuestion[] = [];
  return {
    async send() {
      const begun = await callApi('/member/flow/force-reset-password/create-cerification', { input });
      ({ id, questions } = begun);
      return begun.resendAt;
    },
    async takeCode(code) {
      typed = code;
      try {
        ({ token } = await callApi('/member/flow/force-reset-password/verify', { input: { id, code } }));
        return [];
      } catch (error) {
        if (isFailure(error, 'ANSWERS_NEEDED')) return questions; // the code is right, and still good
        throw error;
      }
    },
    async takeAnswers(answers) {
      const proof = { id, code: typed, answers };
      ({ token } = await callApi('/member/flow/force-reset-password/verify', { input: proof }));
    },
    async setPassword(newPassword) {
      const path = '/member/flow/force-reset-password/set-login-password';
      ({ token } = await callApi(path, { input: { token, newPassword } }));
    },
    async setSecret(newTranspass) {
      const path = '/member/flow/force-reset-password/set-transaction-password';
      await callApi(path, { input: { token, newTranspass } });
    },
  };
}
