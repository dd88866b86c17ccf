import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { isAccount, isNickname, isPassword, isTransactionCode } from '@holdfast/contract/rules';
import { redeemCodeTicket, requireCodeTicket } from '#features/one-time-code/index.ts';
import { openSession } from '#features/sign-in/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { findTaken, insertMember } from './member.store.ts';
import { assertMayRegister } from './register-block.ts';

type Input = CallInput<'/member/register'>;

interface Hashes {
  readonly passwordHash: string;
  readonly secretHash: string;
}

/** Names the fields that break a rule. The screen shows the same rules while the member types. */
export function wrongFields(input: Input): string[] {
  const checks: Readonly<Record<string, boolean>> = {
    account: isAccount(input.account),
    nick: isNickname(input.nick),
    password: isPassword(input.password),
    newTranspass: isTransactionCode(input.newTranspass),
  };
  return Object.keys(checks).filter((field) => !checks[field]);
}

/** Hashes password and transaction secret, before the transaction because it is slow, and only for input that can succeed. */
export function hashSecrets(passwords: Passwords) {
  return async (preparation: Preparation, input: Input): Promise<Hashes> => {
    const fields = wrongFields(input);
    if (fields.length > 0) throw fail('PARAMETERS_INVALID', { fields });
    if (isCommonPassword(input.password)) throw fail('PASSWORD_BREACHED');
    const { otpTicket } = input;
    const { subject: mobile } = await requireCodeTicket(preparation, otpTicket, 'register');
    await assertMayRegister(preparation, { mobile, otpTicket });
    const [passwordHash, secretHash] = await Promise.all([
      passwords.hash(input.password),
      passwords.hash(input.newTranspass),
    ]);
    return { passwordHash, secretHash };
  };
}

/** Registers a member with the mobile that the ticket proves, and signs the member in on this device. */
export const register: Handler<'/member/register', Hashes> = async (context, input) => {
  const { tx, deviceHash, prepared } = context;
  const { account, nick } = input;
  const ticket = await redeemCodeTicket(tx, input.otpTicket, { purpose: 'register', deviceHash });
  const names = { account, nick, mobile: ticket.subject };
  const made = await insertMember(tx, { ...names, ...prepared });
  if (!made) return refuseTaken(tx, names);
  return openSession(context, { ...made, account, nick }, input.installId);
};

/** Throws for what is taken. A mobile is named only here, to who has just proven it: to others it would reveal who is a member. */
export async function refuseTaken(tx: Tx, asked: Parameters<typeof findTaken>[1]): Promise<never> {
  const taken = await findTaken(tx, asked);
  if (taken.mobile) throw fail('MOBILE_TAKEN');
  if (taken.account) throw fail('ACCOUNT_TAKEN');
  if (taken.nick) throw fail('NICKNAME_TAKEN');
  throw new Error('all drawn names are taken'); // a fault: a retry of the command draws again
}
