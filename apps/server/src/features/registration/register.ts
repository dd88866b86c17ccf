import {
  fail,
  isAccount,
  isNickname,
  isPassword,
  isTransactionCode,
  nicknameKey,
  type CallInput,
} from '@holdfast/contract';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { openSession } from '#features/sign-in/index.ts';
import { findTaken, insertMember } from './member.store.ts';

type Input = CallInput<'/member/register'>;

interface Hashes {
  readonly passwordHash: string;
  readonly transpassHash: string;
}

/** The fields that break a rule of the product, by name; the screen ticks the same rules while the member types. */
export function wrongFields(input: Input): string[] {
  const checks: Readonly<Record<string, boolean>> = {
    account: isAccount(input.account),
    nick: isNickname(input.nick),
    password: isPassword(input.password),
    newTranspass: isTransactionCode(input.newTranspass),
  };
  return Object.keys(checks).filter((field) => !checks[field]);
}

/** Hashing takes its time and no connection: it happens before the transaction, and only for input that can succeed. */
export function hashSecrets(passwords: Passwords) {
  return async (_: Preparation, input: Input): Promise<Hashes> => {
    const fields = wrongFields(input);
    if (fields.length > 0) throw fail('PARAMETERS_INVALID', { fields });
    const [passwordHash, transpassHash] = await Promise.all([
      passwords.hash(input.password),
      passwords.hash(input.newTranspass),
    ]);
    return { passwordHash, transpassHash };
  };
}

/** Makes the member and signs it in on the registering device. */
export const register: Handler<'/member/register', Hashes> = async (context, input) => {
  const nickKey = nicknameKey(input.nick);
  const { account, nick } = input;
  const made = await insertMember(context.tx, {
    account,
    nick,
    nickKey,
    transpassForm: 'six-digit',
    ...context.prepared,
  });
  if (!made) {
    const taken = await findTaken(context.tx, { account, nickKey });
    if (taken.account) throw fail('ACCOUNT_TAKEN');
    if (taken.nick) throw fail('NICKNAME_TAKEN');
    throw new Error('the uid that was drawn belongs to somebody'); // a fault: the same command draws another
  }
  return openSession(context, { id: made.id, uid: made.uid, account, nick }, input.installId);
};
