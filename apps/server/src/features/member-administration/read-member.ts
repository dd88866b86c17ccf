import { maskHolderName } from '@holdfast/contract/rules';
import { fail } from '@holdfast/contract/errors';
import type { Settings } from '@holdfast/contract/settings';
import { COINS, formatAmount } from '@holdfast/kernel';
import { memberBalances } from '@holdfast/ledger';
import { readAuthenticatorState } from '#features/authenticator/index.ts';
import { listCards, toBankCard } from '#features/bank-cards/index.ts';
import { findRoleRank, findTrader, lockCapOf } from '#features/listings/index.ts';
import { cancelsToday } from '#features/orders/index.ts';
import { findCoolDowns, listHistory } from '#features/security/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { NEWEST } from '#platform/paging/paging.ts';
import { findLiveSession, findMember, type AdministeredMember } from './member.store.ts';
import { toListedMember } from './to-listed-member.ts';

const SIGN_INS = 5;

async function readTrading(tx: Tx, { id, level }: AdministeredMember, settings: Settings) {
  const { role, code, offset, locksMax, liveLocks, multiLocks } = await findTrader(tx, id);
  const ofRole = await findRoleRank(tx, role);
  return {
    ofRole: { code: ofRole.code, offset: ofRole.offset },
    ofMember: { code, offset },
    locksMax: lockCapOf(level, locksMax, settings),
    ownLocksMax: locksMax,
    liveLocks,
    multiLocks,
    cancels: await cancelsToday(tx, id),
  };
}

/** Everything about one member that helps to decide something, masked. Each view is logged. */
export const readMember: Handler<'/operator/member/detail/{account}'> = async (
  { tx, settings, audit },
  _,
  { account },
) => {
  const member = (await findMember(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  const { id, realName, hasSecret, isLevelKept } = member;
  const { state: authenticator } = await readAuthenticatorState(tx, id);
  const [trading, coolDowns, cards, balances, session, signIns] = [
    await readTrading(tx, member, await settings()),
    await findCoolDowns(tx, id),
    await listCards(tx, id),
    await memberBalances(tx, id),
    await findLiveSession(tx, id),
    await listHistory(tx, { memberId: id, before: NEWEST, limit: SIGN_INS }),
  ];
  audit({ action: 'member-viewed', subject: `member:${account}` });
  return {
    member: {
      ...toListedMember(member),
      realName: maskHolderName(realName),
      isLevelKept,
      hasSecret,
      authenticator,
    },
    trading,
    coolDowns: coolDowns.map(({ cause, endsAt }) => ({ cause, until: endsAt.toISOString() })),
    cards: cards.map((card) => ({ ...toBankCard(card), holderName: maskHolderName(card.holderName) })),
    balances: COINS.map((coin) => {
      const { total, available, listed, inOrder, onHold } = balances[coin];
      return {
        coin,
        total: formatAmount(coin, total),
        available: formatAmount(coin, available),
        listed: formatAmount(coin, listed),
        inOrder: formatAmount(coin, inOrder),
        onHold: formatAmount(coin, onHold),
      };
    }),
    session: session
      ? { ...session, since: session.since.toISOString(), activeAt: session.activeAt.toISOString() }
      : null,
    signIns: signIns.map(({ outcome, device, place, at }) => ({
      outcome,
      device,
      place: place.name,
      network: place.network,
      at: at.toISOString(),
    })),
  };
};
