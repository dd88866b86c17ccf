import type { CardApproval } from '@holdfast/contract/calls';
import { findCoolPeriod } from '#features/security/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { coolingUntil } from '#features/receiving-accounts/index.ts';
import { listCards } from './card.store.ts';
import { toBankCard } from './to-bank-card.ts';

export const listOwnCards =
  (approval: CardApproval): Handler<'/bank/list/{account}'> =>
  async ({ tx, session: { memberId } }) => {
    const period = await findCoolPeriod(tx, memberId);
    const cards = (await listCards(tx, memberId)).map((card) => ({
      ...toBankCard(card),
      refusal: card.refusal,
      coolingUntil: coolingUntil(card, period)?.toISOString() ?? null,
    }));
    return { cards, approval, newCoolsUntil: period?.endsAt.toISOString() ?? null };
  };
