import type { MemberId } from '@holdfast/kernel';
import { announce } from '#features/notifications/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { formOfNewSecret } from '#platform/passwords/new-secret.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { saveSecret, type NewSecret } from './transaction-secret.store.ts';

export interface SecretParts {
  readonly passwords: Passwords;
  readonly messages: Messages;
  readonly watch: Watch;
}

/** Whose secret was changed, and on which install if that is known. */
interface ChangedBy {
  readonly memberId: MemberId;
  readonly causeInstall: Buffer | undefined;
}

/** Checks and hashes a new secret, in a `prepare`. Throws for one that a member may not choose. */
export async function hashSecret({ passwords }: SecretParts, secret: string): Promise<NewSecret> {
  const form = formOfNewSecret(secret);
  return { form, hash: await passwords.hash(secret) };
}

/** Saves a secret that was set without the old one: clears the failed tries and starts a cool-down. */
export async function resetSecret(
  parts: SecretParts,
  context: AnyoneContext,
  { memberId, causeInstall, ...secret }: NewSecret & ChangedBy,
): Promise<void> {
  await saveSecret(context.tx, { memberId, ...secret });
  await startCoolDown(context.tx, { memberId, cause: 'transpass' });
  await announceChange(parts, context, { memberId, causeInstall });
}

export async function announceChange(
  { messages }: SecretParts,
  context: AnyoneContext,
  { memberId, causeInstall }: ChangedBy,
): Promise<void> {
  await announce(context, messages, { memberId, type: 'transactionSecretChanged', causeInstall });
  context.audit({ action: 'transaction-secret-changed', subject: `member:${memberId}` });
}
