import type { CallInput } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { secretFormOf } from '@holdfast/contract/member';
import { FAKE_CODE } from './fake-codes.ts';
import type { Handlers } from './fake-server.ts';
import { instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

export const FAKE_QUESTIONS = [
  { id: '1', zhTW: '您第一隻寵物叫什麼名字？', en: 'What was the name of your first pet?' },
  { id: '2', zhTW: '您學會的第一道菜是什麼？', en: 'What was the first dish you learned to cook?' },
  { id: '3', zhTW: '您第一台腳踏車是什麼顏色？', en: 'What colour was your first bicycle?' },
  { id: '4', zhTW: '您小時候住的那條街叫什麼名字？', en: 'What was the name of the street you grew up in?' },
];

type Answers = CallInput<'/member/security/questions-set'>['answers'];

/** Passwords, transaction secrets and security questions. Tickets are tokens of one letter: `t` of a code, `a` of answers. */
export function passwordHandlersOf(world: FakeWorld): Handlers {
  const token = (letter: string) => letter.repeat(43);
  const own = () => FAKE_QUESTIONS.filter(({ id }) => world.answers?.[id] !== undefined);
  const saveSecret = (secret: string) => {
    const form = secretFormOf(secret) ?? 'six-digit';
    world.member.transpass = secret;
    world.secretForm = form;
    return { form };
  };
  const savePassword = (password: string) => {
    if (password === world.member.password) throw appError('PASSWORD_UNCHANGED');
    world.member.password = password;
    world.isPasswordMarked = false;
    world.isPasswordExpired = false;
    return {};
  };
  const checkAnswers = (answers: Answers | undefined) => {
    if (own().length === 0) return;
    if (!answers) throw appError('ANSWERS_NEEDED');
    if (!answers.every(({ id, answer }) => world.answers?.[id] === answer))
      throw appError('ANSWERS_WRONG', { triesLeft: 4 });
  };
  const renewed = { access_token: 'y'.repeat(43) };
  return {
    '/member/changepass/{account}': ({ input }) => {
      if (input.password !== world.member.password) throw appError('PASSWORD_WRONG');
      if (world.isPasswordMarked && !input.otpTicket) throw appError('PASSWORD_CODE_REQUIRED');
      return { ...savePassword(input.newPassword), ...renewed };
    },
    '/member/forget-password/set-password/{account}': ({ input }) => {
      if (own().length > 0 && input.answersTicket === undefined) throw appError('ANSWERS_NEEDED');
      return savePassword(input.newPassword);
    },
    '/member/reset-password/forced-set/{account}': ({ input }) => savePassword(input.newPassword),
    '/member/flow/force-reset-password/create-cerification': () => ({
      id: '00000000-0000-4000-8000-000000000009',
      resendAt: instantAt(world.now + 60_000),
      questions: own(),
    }),
    '/member/flow/force-reset-password/verify': ({ input }) => {
      if (input.code !== FAKE_CODE) throw appError('CODE_WRONG', { triesLeft: 4 });
      checkAnswers(input.answers);
      return { token: token('p') };
    },
    '/member/flow/force-reset-password/set-login-password': ({ input }) => {
      savePassword(input.newPassword);
      return { token: token('s') };
    },
    '/member/flow/force-reset-password/set-transaction-password': ({ input }) =>
      saveSecret(input.newTranspass),
    '/member/forgettranspass/{account}': ({ input }) => {
      if (input.password !== world.member.password) throw appError('PASSWORD_WRONG');
      return { ...saveSecret(input.newTranspass), ...renewed };
    },
    '/member/settranspass/{account}': ({ input }) => {
      if (world.secretForm === 'none' && input.password !== world.member.password)
        throw appError('PASSWORD_WRONG');
      if (world.secretForm !== 'none' && input.oldTranspass !== world.member.transpass)
        throw appError('TRANSACTION_SECRET_WRONG', { triesLeft: 4 });
      return { ...saveSecret(input.newTranspass), ...renewed };
    },
    '/member/transpass/verify': ({ input }) => {
      if (input.secret !== world.member.transpass)
        throw appError('TRANSACTION_SECRET_WRONG', { triesLeft: 4 });
      return { ticket: token('u'), until: instantAt(world.now + 300_000) };
    },
    '/member/account/passwordExpired': () => ({
      expired: world.isPasswordExpired ?? false,
      reason: world.isPasswordExpired ? 'age' : null,
    }),
    '/member/securityquestion/list': () => ({ questions: FAKE_QUESTIONS, chosen: own().map(({ id }) => id) }),
    '/member/security-questions-get': () => ({ questions: own() }),
    '/member/security-questions-verification/{account}': ({ input }) => {
      checkAnswers(input.answers);
      return { answersTicket: token('a') };
    },
    '/member/security/questions-set': ({ input }) => {
      world.answers = Object.fromEntries(input.answers.map(({ id, answer }) => [id, answer]));
      return {};
    },
  };
}
