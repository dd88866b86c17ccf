import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { codeKindOf, foldCode } from '@holdfast/contract/rules';
import { sessionProof } from '@holdfast/secure-channel/node';
import { randomBytes } from 'node:crypto';
import { nameDevice } from '#features/sign-in/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { AnyoneContext, Handler, Preparation } from '#platform/gateway/call-table.ts';
import { pour, unpour, type Bucket } from '#platform/limits/buckets.store.ts';
import { networkBuckets, networkOf } from '#platform/limits/networks.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import {
  attemptSignIn,
  beginSession,
  countRecoveryCodes,
  findAccount,
  outcomeOf,
  type Account,
} from './credential.store.ts';
import { hashOperatorProof, type NewSession } from './operator.store.ts';

/**
 * Limits of guessing at operators. Nobody is locked out by a stranger: wrong tries count by address and network. Only codes beside the
 * right password count per operator, because whoever gives them has the password: the database counts those.
 */
const HOUR_SECONDS = 3600;
const WRONG = { capacity: 30, drainSeconds: 600 } as const;
const pairBucket = (email: string, address: string): Bucket => ({
  name: `operator ${email} from ${networkOf(address)}`,
  capacity: 5,
  drainSeconds: 600,
});
const toldBucket = (email: string): Bucket => ({
  name: `operator guessed ${email}`,
  capacity: 1,
  drainSeconds: HOUR_SECONDS,
});

const bucketsOf = (email: string, address: string): readonly Bucket[] => [
  ...networkBuckets('operator sign-ins', address, WRONG),
  pairBucket(email, address),
];

/** What was shown and found right, to begin a session with. */
export interface Shown {
  readonly ticket: Buffer;
  readonly account: Account;
  readonly by: 'recovery-code' | 'authenticator';
}

async function tellOfGuesses(db: Database, email: string): Promise<void> {
  if (!(await pour(db, [toldBucket(email)])).fits) return;
  await writeAudit(db, { actor: 'system', action: 'operator-guessed', subject: `operator:${email}` });
}

/** Has the database compare password and code, before the transaction; undefined if anything of it is wrong, with the same work whatever it is. */
export const prepareSignIn =
  ({ passwords, watch }: { readonly passwords: Passwords; readonly watch: Watch }) =>
  async (
    { db, origin }: Preparation,
    { email: typed, password, code: typedCode }: CallInput<'/operator/sign-in'>,
  ): Promise<Shown | undefined> => {
    const email = typed.trim().toLowerCase();
    const { fits, waitSeconds } = await pour(db, bucketsOf(email, origin.address));
    if (!fits) {
      await tellOfGuesses(db, email);
      const until = new Date((await appNow(db)).getTime() + waitSeconds * 1000).toISOString();
      throw fail('SIGN_IN_DELAYED', { seconds: waitSeconds, until });
    }
    const account = await findAccount(db, email);
    const passwordHash = await passwords.prove(account?.passwordSettings, password);
    const code = foldCode(typedCode);
    const kind = codeKindOf(code);
    const ticket = randomBytes(32);
    await attemptSignIn(db, {
      ticket,
      account,
      passwordHash,
      ...(kind === 'recovery' ? { recoveryCode: code } : { code }),
    });
    const outcome = await outcomeOf(db, ticket);
    if (outcome === 'braked') {
      // Somebody has the password of an operator.
      watch.alarm('console: code brake', { network: origin.place.network });
      await tellOfGuesses(db, email);
    }
    if (outcome !== 'right' || !account) return undefined;
    return { ticket, account, by: kind === 'recovery' ? 'recovery-code' : 'authenticator' };
  };

/** A session on the caller's device, as it is stored and as it is answered. Only the keyed hash of its proof leaves this process. */
export function newSession(
  { tx, device, deviceHash, origin }: AnyoneContext,
  { id, email, name, role }: Omit<Account, 'passwordSettings'>,
) {
  const token = randomBytes(32).toString('base64url');
  const session: NewSession = {
    proof: hashOperatorProof(tx, sessionProof({ account: email, device, token })),
    deviceHash,
    device: nameDevice(origin.userAgent),
    place: origin.place,
  };
  return { session, answer: { email, access_token: token, name, uid: `operator-${id}`, role } };
}

/** Signs an operator in. A code opens one session: its step, or its row, is taken in the same transaction. */
export const signIn: Handler<'/operator/sign-in', Shown | undefined> = async (context) => {
  const { tx, prepared: shown, origin } = context;
  if (!shown) throw fail('OPERATOR_SIGN_IN_FAILED');
  const { id, email } = shown.account;
  const { session, answer } = newSession(context, shown.account);
  if (!(await beginSession(tx, shown.ticket, session))) throw fail('OPERATOR_SIGN_IN_FAILED');
  hintOperators(tx, { topic: 'ended', operatorId: id }); // one that was there before is over
  await unpour(
    tx,
    bucketsOf(email, origin.address).map(({ name }) => ({ name })),
  );
  await writeAudit(tx, {
    actor: `operator:${id}`,
    action: 'operator-signed-in',
    subject: `operator:${email}`,
    detail: { network: origin.place.network, by: shown.by },
  });
  return { ...answer, recoveryCodesLeft: await countRecoveryCodes(tx, id) };
};
