import type { CardApproval } from '@holdfast/contract/calls';
import type { Handler } from '#platform/gateway/call-table.ts';
import { listCards } from './card.store.ts';
import { toBankCard } from './to-bank-card.ts';

export const listOwnCards =
  (approval: CardApproval): Handler<'/bank/list/{account}'> =>
  async ({ tx, session }) => ({
    cards: (await listCards(tx, session.memberId)).map(toBankCard),
    approval,
  });
