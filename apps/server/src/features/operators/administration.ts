import { randomBytes } from 'node:crypto';
import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { INVITATION_HOURS, type OperatorRole } from '@holdfast/contract/operators';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, OperatorContext } from '#platform/gateway/call-table.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { invite as saveInvitation } from './credential.store.ts';
import {
  endSessions,
  findOperator,
  listOperators as findOperators,
  type OperatorRow,
} from './operator.store.ts';
import { askForRequest, type RequestKind } from './request-kinds.ts';
import { carryOut } from './request.store.ts';

/** The operators themselves: who they are, and what two administrators change about them. */

async function getOperator(tx: Tx, email: string): Promise<OperatorRow> {
  return (await findOperator(tx, email)) ?? fail('OPERATOR_NOT_FOUND');
}

/** Carries out what ends the sessions of an operator, and tells the streams of it. */
async function changeOperator(
  tx: Tx,
  { id, kind, email }: { id: string; kind: Parameters<typeof carryOut>[2]; email: string },
): Promise<void> {
  await carryOut(tx, id, kind);
  hintOperators(tx, { topic: 'ended', operatorId: (await getOperator(tx, email)).id });
}

interface AddPayload {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
}
const add: RequestKind<AddPayload> = {
  kind: 'operator-add',
  takesRequest: true,
  async changesOf(tx, { email, name, role }) {
    const known = await findOperator(tx, email);
    return [
      { field: 'email', before: known?.email ?? '', after: email },
      { field: 'name', before: known?.name ?? '', after: name },
      { field: 'role', before: known?.role ?? '', after: role },
    ];
  },
  apply: ({ tx }, { id }) => carryOut(tx, id, 'operator-add'),
};

const changeRole: RequestKind<{ readonly email: string; readonly role: OperatorRole }> = {
  kind: 'operator-role',
  takesRequest: true,
  async changesOf(tx, { email, role }) {
    return [{ field: 'role', before: (await getOperator(tx, email)).role, after: role }];
  },
  apply: ({ tx }, { id, payload }) => changeOperator(tx, { id, kind: 'operator-role', ...payload }),
};

const accessOf = (isDisabled: boolean): string => (isDisabled ? 'suspended' : 'active');
const changeAccess: RequestKind<{ readonly email: string; readonly disabled: boolean }> = {
  kind: 'operator-access',
  takesRequest: true,
  async changesOf(tx, { email, disabled }) {
    const { isDisabled } = await getOperator(tx, email);
    return [{ field: 'access', before: accessOf(isDisabled), after: accessOf(disabled) }];
  },
  apply: ({ tx }, { id, payload }) => changeOperator(tx, { id, kind: 'operator-access', ...payload }),
};

const reset: RequestKind<{ readonly email: string }> = {
  kind: 'operator-reset',
  takesRequest: true,
  async changesOf(tx, { email }) {
    const { isEnrolled } = await getOperator(tx, email);
    return [{ field: 'signIn', before: isEnrolled ? 'enrolled' : 'none', after: 'none' }];
  },
  apply: ({ tx }, { id, payload }) => changeOperator(tx, { id, kind: 'operator-reset', ...payload }),
};

export const OPERATOR_KINDS = [add, changeRole, changeAccess, reset] as const;

export const listOperators: Handler<'/operator/administration/list'> = async ({ tx }) => ({
  operators: (await findOperators(tx)).map(({ activeAt, createdAt, ...operator }) => ({
    ...operator,
    activeAt: activeAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  })),
});

export const askToAdd: Handler<'/operator/administration/add'> = async (context, { reason, ...asked }) => {
  const payload = { ...asked, email: asked.email.toLowerCase() };
  if (await findOperator(context.tx, payload.email)) throw fail('OPERATOR_EXISTS');
  return askForRequest(context, add, { subject: payload.email, payload, reason });
};

/** The others name an operator whom there must be. */
async function about(context: OperatorContext, email: string): Promise<string> {
  return (await getOperator(context.tx, email.trim())).email;
}

export const askForRole: Handler<'/operator/administration/role'> = async (
  context,
  { email: typed, role, reason },
) => {
  const email = await about(context, typed);
  return askForRequest(context, changeRole, { subject: email, payload: { email, role }, reason });
};

export const askForAccess: Handler<'/operator/administration/access'> = async (context, input) => {
  const email = await about(context, input.email);
  const payload = { email, disabled: input.access === 'suspend' };
  return askForRequest(context, changeAccess, { subject: email, payload, reason: input.reason });
};

export const askForReset: Handler<'/operator/administration/reset'> = async (
  context,
  { email: typed, reason },
) => {
  const email = await about(context, typed);
  return askForRequest(context, reset, { subject: email, payload: { email }, reason });
};

/** An invitation as it is typed or opened. */
export const makeInvitation = (): string => randomBytes(16).toString('base64url');

function invitationMail(
  { name }: OperatorRow,
  token: string,
  consoleUrl: string | undefined,
): { subject: string; text: string } {
  const where = consoleUrl === undefined ? '' : `\n\n${consoleUrl}/enrol`;
  return {
    subject: '穩付後台邀請 Your invitation to the Holdfast console',
    text: `${name} 您好：請於 ${INVITATION_HOURS} 小時內以這組邀請碼設定密碼與驗證器。\nPlease set a password and an authenticator within ${INVITATION_HOURS} hours with this invitation.\n\n${token}${where}`,
  };
}

/** Sends an invitation to whoever has not enrolled. It goes to the operator's own address: the administrator who sends it never sees it. */
export const invite =
  ({
    messages,
    consoleUrl,
  }: {
    messages: Messages;
    consoleUrl: string | undefined;
  }): Handler<'/operator/administration/invite'> =>
  async ({ tx, operator: administrator, audit }, { email }: CallInput<'/operator/administration/invite'>) => {
    const operator = await getOperator(tx, email.trim());
    if (operator.isEnrolled || operator.isDisabled) throw fail('NOTHING_CHANGES');
    const token = makeInvitation();
    await saveInvitation(tx, administrator, { operatorId: operator.id, token, hours: INVITATION_HOURS });
    await messages.queue(tx, {
      ...invitationMail(operator, token, consoleUrl),
      channel: 'mail',
      to: operator.email,
      usefulMinutes: INVITATION_HOURS * 60,
      reader: undefined,
    });
    audit({ action: 'operator-invited', subject: `operator:${operator.email}` });
    return {};
  };

/** Ends an operator's session at once: it needs one person alone, because it gives nobody anything. */
export const endSession: Handler<'/operator/administration/end-session'> = async (
  { tx, audit },
  { email, reason },
) => {
  const operator = await getOperator(tx, email.trim());
  if (!(await endSessions(tx, operator.id, 'operator'))) throw fail('NOTHING_CHANGES');
  audit({ action: 'operator-session-ended', subject: `operator:${operator.email}`, detail: { reason } });
  return {};
};
