import { fail } from '@holdfast/contract/errors';
import { toMemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, MemberPreparation, Preparation } from '#platform/gateway/call-table.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { openSession } from './open-session.ts';
import { nameDevice, networkPrefix } from './session.rules.ts';
import { findLogin, lockMember, markPassword, type LoginRow } from './session.store.ts';
import { beginTry, takeBackTry } from './sign-in-try.store.ts';

export interface LogInParts {
  readonly passwords: Passwords;
}

/**
 * The member behind account and password, or undefined: never which of the two was wrong, and the same work for both. The try counts
 * as failed before the compare, or many at once would be compared before one is counted; a success takes its own back.
 */
export function checkPassword({ passwords }: LogInParts) {
  return async (
    { db, origin }: Preparation,
    { account, password }: { account: string; password: string },
  ): Promise<LoginRow | undefined> => {
    const it = {
      account,
      network: origin.network,
      device: nameDevice(origin.userAgent),
      place: networkPrefix(origin.address),
    };
    const counted = await beginTry(db, it);
    if ('until' in counted) {
      const { seconds, until } = counted;
      throw fail('SIGN_IN_DELAYED', { seconds, until: until.toISOString() });
    }
    const login = await findLogin(db, account);
    const isRight = await passwords.verify(login?.password_hash, password).catch(async (error) => {
      await takeBackTry(db, it, counted, 'not-compared'); // the queue was full
      throw error;
    });
    if (!isRight || !login) return undefined;
    await takeBackTry(db, it, counted, barOf(login) ? 'forbidden' : 'right');
    return login;
  };
}

/** The login password of a member with a session, tried as a sign-in tries it: counted, slowed down, and the same for all nodes. */
export async function expectPassword(
  parts: LogInParts,
  preparation: MemberPreparation,
  password: string,
): Promise<void> {
  const { account } = preparation.session;
  const login = await checkPassword(parts)(preparation, { account, password });
  if (!login) throw fail('PASSWORD_WRONG');
}

/** Why a member may not sign in. Told only to who has the password. */
function barOf({ login_forbidden, frozen_at }: LoginRow): 'operator' | 'freeze' | undefined {
  if (login_forbidden) return 'operator';
  return frozen_at ? 'freeze' : undefined;
}

/**
 * Who was found behind account and password, as it is now and until the end of this transaction. The password may have been changed since
 * it was compared, and every session ended for it: then it is a wrong one.
 */
export async function holdLogin(tx: Tx, compared: LoginRow | undefined): Promise<LoginRow> {
  if (!compared) throw fail('SIGN_IN_FAILED');
  await lockMember(tx, toMemberId(compared.id));
  const login = await findLogin(tx, compared.account);
  if (login?.password_hash !== compared.password_hash) throw fail('SIGN_IN_FAILED');
  return login;
}

/** The purpose of the ticket with which a marked password is changed. */
export const RESET_TICKET = 'reset-password';
const RESET_MINUTES = 10;

export const logIn: Handler<'/member/login', LoginRow | undefined> = async (context, input) => {
  const login = await holdLogin(context.tx, context.prepared);
  const bar = barOf(login);
  if (bar) throw fail('LOGIN_FORBIDDEN', { reason: bar });
  const { account, uid, nick } = login;
  const id = toMemberId(login.id);
  if (login.password_marked !== null || isCommonPassword(input.password)) {
    await markPassword(context.tx, id, 'breach');
    const { tx, deviceHash } = context;
    const ticket = { purpose: RESET_TICKET, subject: account, deviceHash, minutes: RESET_MINUTES };
    return { reset_token: await issueTicket(tx, ticket) };
  }
  return openSession(context, { id, account, uid, nick }, input.installId);
};
