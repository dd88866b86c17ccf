import { fail, type CallInput } from '@holdfast/contract';
import { toMemberId } from '@holdfast/kernel';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Limit, Limiter } from '#platform/limits/limits.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { openSession } from './open-session.ts';
import { findLogin, type LoginRow } from './session.store.ts';

/**
 * Failed tries are counted per account and network together, so that a stranger cannot lock a member out, and per network, so that
 * nobody can walk through many accounts. Every try counts before the compare, or many at once would be compared before one is
 * counted; a success takes its own back.
 */
const PAIR_FAILURES: Limit = { points: 5, seconds: 900, scope: 'address', store: 'shared' };
const ADDRESS_FAILURES: Limit = { points: 50, seconds: 900, scope: 'address', store: 'shared' };

export interface LogInParts {
  readonly passwords: Passwords;
  readonly limiter: Limiter;
}

type Input = CallInput<'/member/login'>;

/** The member behind account and password, or undefined: never which of the two was wrong, and the same work for both. */
export function checkPassword({ passwords, limiter }: LogInParts) {
  return async ({ db, origin }: Preparation, input: Input): Promise<LoginRow | undefined> => {
    const pair = `${input.account}|${origin.network}`;
    await limiter.consume('login-pair', PAIR_FAILURES, pair);
    await limiter.consume('login-address', ADDRESS_FAILURES, origin.network);
    const login = await findLogin(db, input.account);
    const isRight = await passwords.verify(login?.password_hash, input.password).catch(async (error) => {
      // The queue was full and nothing was compared.
      await limiter.giveBack('login-pair', PAIR_FAILURES, pair);
      await limiter.giveBack('login-address', ADDRESS_FAILURES, origin.network);
      throw error;
    });
    if (!isRight) return undefined;
    await limiter.clear('login-pair', PAIR_FAILURES, pair);
    await limiter.giveBack('login-address', ADDRESS_FAILURES, origin.network);
    return login;
  };
}

export const logIn: Handler<'/member/login', LoginRow | undefined> = async (context, input) => {
  const login = context.prepared;
  if (!login) throw fail('SIGN_IN_FAILED');
  if (login.login_forbidden) throw fail('LOGIN_FORBIDDEN');
  const { account, uid, nick } = login;
  return openSession(context, { id: toMemberId(login.id), account, uid, nick }, input.installId);
};
