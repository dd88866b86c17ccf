import { fail } from '@holdfast/contract/errors';
import { readAuthenticatorState, removeLostAuthenticator } from '#features/authenticator/index.ts';
import { askForRequest, type RequestKind } from '#features/operators/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { findMember, selectMemberForUpdate, type AdministeredMember } from './member.store.ts';

interface Payload {
  readonly account: string;
  /** Of the authenticator that was lost. The member may have added another one since: that one was not asked for. */
  readonly addedAt: string;
}

async function changesOf(tx: Tx, member: AdministeredMember, addedAt: string) {
  const found = await readAuthenticatorState(tx, member.id);
  return [
    { field: 'authenticator', before: found.addedAt === addedAt ? found.state : 'removed', after: 'removed' },
  ];
}

/** The way back for a member who has lost phone and recovery codes: one operator checks who asks, another one approves. */
export const memberSecondStep = (messages: Messages): RequestKind<Payload> => ({
  kind: 'member-second-step',
  async changesOf(tx, { account, addedAt }, { locks }) {
    const member =
      (await (locks ? selectMemberForUpdate : findMember)(tx, account)) ?? fail('MEMBER_NOT_FOUND');
    return changesOf(tx, member, addedAt);
  },
  async apply(context, { payload: { account } }) {
    const member = (await selectMemberForUpdate(context.tx, account)) ?? fail('MEMBER_NOT_FOUND');
    await removeLostAuthenticator(messages, context, member.id);
  },
});

export const askToRemoveSecondStep =
  (kind: RequestKind<Payload>): Handler<'/operator/member/second-step-remove/{account}'> =>
  async (context, { reason }, { account }) => {
    const member = (await findMember(context.tx, account)) ?? fail('MEMBER_NOT_FOUND');
    const { addedAt } = await readAuthenticatorState(context.tx, member.id);
    if (addedAt === null) throw fail('NOTHING_CHANGES');
    return askForRequest(context, kind, { subject: account, payload: { account, addedAt }, reason });
  };
