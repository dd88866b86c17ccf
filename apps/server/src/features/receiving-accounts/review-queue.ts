import { maskHolderName } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import type { ReviewKind } from '#features/reviews/index.ts';
import { STATE_OF, STATUS_OF } from './receiving-account.rules.ts';
import type { ReceivingAccount } from './receiving-account.ts';
import type { ReceivingKind } from './receiving-kind.ts';

/** The accounts of a kind in the reviewers' queue. An item is the account, in whatever version. */
export const accountReviews = <A extends ReceivingAccount>(
  { store, numberMasked }: Pick<ReceivingKind<A>, 'store' | 'numberMasked'>,
  toId: (text: string) => A['id'],
): ReviewKind => ({
  async list(tx, { state, ...query }) {
    const accounts = await store.listQueued(tx, { ...query, status: STATUS_OF[state] });
    const members = await findMembers(
      tx,
      accounts.map(({ memberId }) => memberId),
    );
    const claims = await store.listClaims(tx, accounts);
    const alsoWaitedFor = await store.findAlsoWaitedFor(tx, accounts);
    return accounts.map((one) => {
      const { account, nick } = defined(members.get(one.memberId), 'an account has its member');
      return {
        id: one.id,
        account,
        nick,
        version: one.version,
        nameMasked: maskHolderName(one.holderName),
        numberMasked: numberMasked(one),
        since: one.madeAt,
        decidedAt: state === 'waiting' ? null : one.madeAt,
        isContested:
          alsoWaitedFor.has(one.id) || (claims.get(one.id)?.memberId ?? one.memberId) !== one.memberId,
        key: BigInt(one.versionId),
      };
    });
  },
  count: (tx) => store.countWaiting(tx),
  async find(tx, id) {
    const account = await store.find(tx, toId(id));
    return (
      account && { memberId: account.memberId, version: account.version, state: STATE_OF[account.status] }
    );
  },
});
