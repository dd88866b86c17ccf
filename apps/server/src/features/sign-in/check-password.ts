import { fail, isFailure } from '@holdfast/contract/errors';
import { announce } from '#features/notifications/index.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/db.ts';
import type { MemberPreparation, Origin, Preparation } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { nameDevice } from './session.rules.ts';
import type { SecondStep } from './second-step.ts';
import { findLogin, selectMemberForUpdate, type Login } from './session.store.ts';
import {
  deleteAttempt,
  markAttempt,
  recordFailedAttempt,
  revertFailedAttempt,
  type RecordedAttempt,
  type SettledAs,
  type TellOfGuesses,
} from './sign-in-attempt.store.ts';

export interface LogInParts {
  readonly passwords: Passwords;
  readonly messages: Messages;
  readonly watch: Watch;
}

/** The purpose of the ticket with which a marked password is changed. */
export const RESET_TICKET = 'reset-password';

const tellOfGuesses =
  ({ messages }: LogInParts): TellOfGuesses =>
  async (tx, memberId) =>
    announce({ tx, now: await appNow(tx), rid: undefined }, messages, {
      memberId,
      type: 'passwordGuessed',
      causeInstall: undefined,
    });

export interface Given {
  readonly account: string;
  /** Keyed hash of the install id that the request names. */
  readonly installKey: Buffer | undefined;
  /** What the caller has shown besides the password: such a caller meets the limits of others with the same alone. */
  readonly shown?: 'session' | 'code';
}

/** An attempt at an account that has been counted as failed, until `settle` says more. */
export interface Attempt {
  readonly historyId: string | undefined;
  readonly isBraked: boolean;
  settle(outcome: SettledAs): Promise<void>;
  /** It stays counted: the password was right, and the code of the authenticator was not. */
  markWrongCode(): Promise<void>;
}

/**
 * Counts an attempt as failed, before anything is compared, else many at once would be compared before one is counted. Throws
 * SIGN_IN_DELAYED.
 */
export async function beginAttempt(
  parts: LogInParts,
  { db, origin }: { db: Database; origin: Origin },
  { account, installKey, shown }: Given,
): Promise<Attempt> {
  const { watch } = parts;
  const { address, userAgent, place } = origin;
  const attempt = { account, address, device: nameDevice(userAgent), place, installKey, shown };
  const count = (outcome: string) => watch.suspect('holdfast_sign_in_attempts_total', { outcome });
  let recorded: RecordedAttempt;
  try {
    recorded = await recordFailedAttempt(db, attempt, tellOfGuesses(parts));
  } catch (error) {
    if (isFailure(error, 'SIGN_IN_DELAYED')) count('delayed');
    throw error;
  }
  const { historyId, isBraked } = recorded;
  if (isBraked) watch.alarm('sign-in: brake', { network: place.network });
  count(isBraked ? 'code-asked' : 'counted');
  return {
    historyId,
    isBraked,
    async settle(outcome) {
      await revertFailedAttempt(db, attempt, recorded, outcome);
      if (outcome !== 'not-compared' && outcome !== 'step-asked')
        watch.count('holdfast_sign_in_attempts_total', { outcome: 'right' });
    },
    async markWrongCode() {
      await markAttempt(db, historyId, 'wrong-code');
      count('wrong-code');
    },
  };
}

const NO_STEP: SecondStep = { kind: 'none' };

/** What came of a password. `code-step`: whether it was right is not told, and a code decides; `login` if it was. */
export type Compared =
  | {
      readonly kind: 'right';
      readonly login: Login;
      readonly historyId: string | undefined;
      readonly second: SecondStep;
    }
  | { readonly kind: 'wrong' | 'wrong-code' }
  | { readonly kind: 'code-step'; readonly login: Login | undefined };

/** Finds the member of an account and a password, with the same work and the same traces whether either is wrong. */
export async function checkPassword(
  parts: LogInParts,
  preparation: Pick<Preparation, 'db' | 'origin'>,
  {
    password,
    secondStep,
    ...given
  }: Given & {
    password: string;
    /** Compares what is asked for besides the right password. */
    secondStep?: (login: Login) => Promise<SecondStep>;
  },
): Promise<Compared> {
  const { db } = preparation;
  const attempt = await beginAttempt(parts, preparation, given);
  const login = await findLogin(db, given.account);
  const isRight = await parts.passwords
    .verify(login?.passwordHash, password)
    .catch(async (error: unknown) => {
      await attempt.settle('not-compared'); // the queue was full
      throw error;
    });
  const found = isRight ? login : undefined;
  // Nothing more is done here for a right password than for a wrong one.
  if (attempt.isBraked) return { kind: 'code-step', login: found };
  if (!found) return { kind: 'wrong' };
  const bar = barOf(found);
  const second = bar || !secondStep ? NO_STEP : await secondStep(found);
  if (second.kind === 'wrong') {
    await attempt.markWrongCode();
    return { kind: 'wrong-code' };
  }
  await attempt.settle(bar ? 'forbidden' : second.kind === 'asked' ? 'step-asked' : 'no-session');
  return { kind: 'right', login: found, historyId: attempt.historyId, second };
}

/** Asserts the login password of a member with a session, with the same counting as a sign-in. */
export async function assertPassword(
  parts: LogInParts,
  preparation: MemberPreparation,
  password: string,
): Promise<void> {
  const { account } = preparation.session;
  const given = { account, password, installKey: undefined, shown: 'session' } as const;
  const compared = await checkPassword(parts, preparation, given);
  if (compared.kind !== 'right') throw fail('PASSWORD_WRONG');
  await deleteAttempt(preparation.db, compared.historyId);
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
export async function recheckLogin(tx: Tx, compared: Compared): Promise<Login> {
  if (compared.kind !== 'right') throw fail('SIGN_IN_FAILED');
  await selectMemberForUpdate(tx, compared.login.id);
  const login = await findLogin(tx, compared.login.account);
  if (login?.passwordHash !== compared.login.passwordHash) throw fail('SIGN_IN_FAILED');
  return login;
}
