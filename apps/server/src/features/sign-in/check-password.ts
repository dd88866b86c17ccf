import { fail } from '@holdfast/contract/errors';
import type { Tx } from '#platform/db/db.ts';
import type { MemberPreparation, Preparation } from '#platform/gateway/call-table.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { nameDevice } from './session.rules.ts';
import { findLogin, selectMemberForUpdate, type Login } from './session.store.ts';
import { assertNotDelayed, recordFailedAttempt, revertFailedAttempt } from './sign-in-attempt.store.ts';

export interface LogInParts {
  readonly passwords: Passwords;
}

/** The purpose of the ticket with which a marked password is changed. */
export const RESET_TICKET = 'reset-password';

/**
 * Finds the member of an account and a password; undefined if either is wrong, with the same work for both. The attempt is recorded as
 * failed before the comparison, else many at once would be compared before one is counted. A success reverts its own record.
 */
export function checkPassword({ passwords }: LogInParts) {
  return async (
    { db, origin }: Pick<Preparation, 'db' | 'origin'>,
    { account, password }: { account: string; password: string },
  ): Promise<Login | undefined> => {
    const { network, userAgent, place } = origin;
    const attempt = { account, network, device: nameDevice(userAgent), place };
    const recorded = assertNotDelayed(await recordFailedAttempt(db, attempt));
    const login = await findLogin(db, account);
    const isRight = await passwords.verify(login?.passwordHash, password).catch(async (error) => {
      await revertFailedAttempt(db, attempt, recorded, 'not-compared'); // the queue was full
      throw error;
    });
    if (!isRight || !login) return undefined;
    await revertFailedAttempt(db, attempt, recorded, barOf(login) ? 'forbidden' : 'right');
    return login;
  };
}

/** Asserts the login password of a member with a session, with the same counting and delays as a sign-in. */
export async function assertPassword(
  parts: LogInParts,
  preparation: MemberPreparation,
  password: string,
): Promise<void> {
  const { account } = preparation.session;
  const login = await checkPassword(parts)(preparation, { account, password });
  if (!login) throw fail('PASSWORD_WRONG');
}

/** Why a member may not sign in. Told only to who has the password. */
export function barOf({ isForbidden, isFrozen }: Login): 'operator' | 'freeze' | undefined {
  if (isForbidden) return 'operator';
  return isFrozen ? 'freeze' : undefined;
}

/**
 * Reads the member that `checkPassword` found again, with a row lock. If the password was changed since it was compared, the compared
 * one is wrong now.
 */
export async function recheckLogin(tx: Tx, compared: Login | undefined): Promise<Login> {
  if (!compared) throw fail('SIGN_IN_FAILED');
  await selectMemberForUpdate(tx, compared.id);
  const login = await findLogin(tx, compared.account);
  if (login?.passwordHash !== compared.passwordHash) throw fail('SIGN_IN_FAILED');
  return login;
}
