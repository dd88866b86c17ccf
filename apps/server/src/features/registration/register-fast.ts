import { randomInt } from 'node:crypto';
import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { isPlainPassword } from '@holdfast/contract/rules';
import { redeemCodeTicket, requireCodeTicket } from '#features/one-time-code/index.ts';
import { openSession } from '#features/sign-in/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { insertMember } from './member.store.ts';
import { assertMayRegister } from './register-block.ts';
import { refuseTaken } from './register.ts';

type Input = CallInput<'/api/fast-registeration'>;

export function hashPassword(passwords: Passwords) {
  return async (preparation: Preparation, { password, otpTicket }: Input): Promise<string> => {
    if (!isPlainPassword(password)) throw fail('PARAMETERS_INVALID', { fields: ['password'] });
    if (isCommonPassword(password)) throw fail('PASSWORD_BREACHED');
    const { subject: mobile } = await requireCodeTicket(preparation, otpTicket, 'register');
    await assertMayRegister(preparation, { mobile, otpTicket });
    return passwords.hash(password);
  };
}

/** Alphabets without characters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';
/** With a tenth of all names taken, one registration in a hundred thousand needs more draws. */
const DRAWS_MAX = 5;
const draw = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Draws names that fit the rules. They may be taken. */
const proposeNames = () => ({
  account: `hf${draw(LETTERS, 3)}${draw(DIGITS, 5)}`,
  nick: `會員${draw(DIGITS, 7)}`,
});

/** Registers a member with a proven mobile and a password. The names are proposed; other data are asked when first needed. */
export const registerFast: Handler<'/api/fast-registeration', string> = async (context, input) => {
  const { tx, deviceHash, prepared: passwordHash } = context;
  const { subject: mobile } = await redeemCodeTicket(tx, input.otpTicket, {
    purpose: 'register',
    deviceHash,
  });
  for (let draws = 1; draws <= DRAWS_MAX; draws += 1) {
    const names = proposeNames();
    const made = await insertMember(tx, { ...names, mobile, passwordHash, namesProposed: true });
    if (made) return openSession(context, { ...made, ...names }, input.installId);
  }
  return refuseTaken(tx, { mobile });
};
