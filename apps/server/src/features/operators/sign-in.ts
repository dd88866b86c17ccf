import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { codeKindOf, foldCode } from '@holdfast/contract/rules';
import { sessionProof } from '@holdfast/secure-channel/node';
import { randomBytes } from 'node:crypto';
import { nameDevice } from '#features/sign-in/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { stepOfCode } from '#platform/authenticator/authenticator.ts';
import { appNow } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/db.ts';
import type { AnyoneContext, Handler, Preparation } from '#platform/gateway/call-table.ts';
import { pour, unpour, type Bucket } from '#platform/limits/buckets.store.ts';
import { networkBuckets, networkOf } from '#platform/limits/networks.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import {
  countRecoveryCodes,
  findCredential,
  takeRecoveryCode,
  takeStep,
  type Credential,
} from './credential.store.ts';
import { hashOperatorProof, insertSession } from './operator.store.ts';

/**
 * Limits of guessing at operators. Nobody is locked out by a stranger: wrong tries count by address and network. Only codes beside the
 * right password count per operator, because whoever gives them has the password.
 */
const HOUR_SECONDS = 3600;
const WRONG = { capacity: 30, drainSeconds: 600 } as const;
const pairBucket = (email: string, address: string): Bucket => ({
  name: `operator ${email} from ${networkOf(address)}`,
  capacity: 5,
  drainSeconds: 600,
});
const codeBucket = (email: string): Bucket => ({
  name: `operator codes ${email}`,
  capacity: 5,
  drainSeconds: HOUR_SECONDS,
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

/** What was shown and found right, to be taken in the transaction. */
export type Shown =
  | { readonly kind: 'step'; readonly credential: Credential; readonly step: number }
  | { readonly kind: 'recovery'; readonly credential: Credential; readonly code: string };

async function tellOfGuesses(db: Database, email: string): Promise<void> {
  if (!(await pour(db, [toldBucket(email)])).fits) return;
  await writeAudit(db, { actor: 'system', action: 'operator-guessed', subject: `operator:${email}` });
}

/** Compares password and code outside the transaction; undefined if anything of it is wrong, with the same work whatever it is. */
export const prepareSignIn =
  (passwords: Passwords) =>
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
    const credential = await findCredential(db, email);
    const isRight = await passwords.verify(credential?.passwordHash, password);
    if (!credential || !isRight) return undefined;
    if (!(await pour(db, [codeBucket(email)])).fits) {
      await tellOfGuesses(db, email);
      return undefined;
    }
    const code = foldCode(typedCode);
    const kind = codeKindOf(code);
    if (kind === 'recovery') return { kind, credential, code };
    if (kind !== 'authenticator') return undefined;
    const step = stepOfCode(credential.authenticator, code, await appNow(db));
    return step === undefined ? undefined : { kind: 'step', credential, step };
  };

async function take(tx: Tx, shown: Shown): Promise<boolean> {
  const { credential } = shown;
  if (shown.kind === 'recovery') return takeRecoveryCode(tx, credential.id, shown.code);
  return takeStep(tx, { ...credential, step: shown.step });
}

type SignedIn = Pick<Credential, 'id' | 'email' | 'name' | 'role'>;

/** Opens the one live session of an operator on the caller's device. Only the keyed hash of its proof is stored. */
export async function openOperatorSession(context: AnyoneContext, { id, email, name, role }: SignedIn) {
  const { tx, device, deviceHash, origin } = context;
  const token = randomBytes(32).toString('base64url');
  await insertSession(tx, {
    operatorId: id,
    checksumHash: hashOperatorProof(tx, sessionProof({ account: email, device, token })),
    deviceHash,
    device: nameDevice(origin.userAgent),
    place: origin.place,
  });
  return { email, access_token: token, name, uid: `operator-${id}`, role };
}

/** Signs an operator in. A code opens one session: its step, or its row, is taken in the same transaction. */
export const signIn: Handler<'/operator/sign-in', Shown | undefined> = async (context) => {
  const { tx, prepared: shown, origin } = context;
  if (!shown || !(await take(tx, shown))) throw fail('OPERATOR_SIGN_IN_FAILED');
  const { credential } = shown;
  const { id, email } = credential;
  const session = await openOperatorSession(context, credential);
  const poured = [...bucketsOf(email, origin.address), codeBucket(email)];
  await unpour(
    tx,
    poured.map(({ name }) => ({ name })),
  );
  await writeAudit(tx, {
    actor: `operator:${id}`,
    action: 'operator-signed-in',
    subject: `operator:${email}`,
    detail: {
      network: origin.place.network,
      by: shown.kind === 'recovery' ? 'recovery-code' : 'authenticator',
    },
  });
  return { ...session, recoveryCodesLeft: await countRecoveryCodes(tx, id) };
};
