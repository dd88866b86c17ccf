import { runStatement } from '@holdfast/database';
import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** Coin of member 7 that two operators have issued, so that there is something to pay with. */
const FUND = `
  insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by, decision, decided_by, decided_at)
  values ('issue:attacker', 'issue', 'TWD', '{platform/-/issuance/TWD/0,member/7/available/TWD/0}', '{-500,500}', 'an attack', 1,
          'approved', 2, now());
  select ledger.post('{platform/-/issuance/TWD/0,member/7/available/TWD/0}', '{null,7}', '{issue:attacker}', '{issue}', '{TWD}',
                     '{1,1}', '{1,2}', '{-500,500}')`;

/** An account's key and its member were unconnected: the account that member 4242 would get could be opened as member 7's. */
export const attack: Attack = {
  name: "open another member's account as one's own",
  async run({ appUrl, databaseUrl }) {
    await runStatement(databaseUrl, FUND);
    return trySql(appUrl, {
      'the account of member 4242 belongs to member 7': `select ledger.post('{member/7/available/TWD/0,member/4242/available/TWD/0}', '{7,7}',
        '{attack:account}', '{attack}', '{TWD}', '{1,1}', '{1,2}', '{-1,1}')`,
      'it can be opened directly': `select ledger.open_accounts('{member/4242/available/TWD/0}', '{7}')`,
    });
  },
};
