import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** The application wrote down how far the nightly check had come: one INSERT of the nights to come, and nothing was checked any more. */
export const attack: Attack = {
  name: 'switch the nightly check of the ledger off',
  run: ({ appUrl }) =>
    trySql(appUrl, {
      'nights that are to come, as ended': `insert into ledger.reconciliation (night, ended_at)
        select current_date + n, now() from generate_series(1, 3650) n`,
      'this night as ended': 'update ledger.reconciliation set ended_at = now()',
      'this night as gone through': 'update ledger.reconciliation set after_id = until_id',
      'no nights at all': 'delete from ledger.reconciliation',
      'a finding of something else': `update ledger.finding set found = expected`,
      'no findings at all': 'delete from ledger.finding',
      'a finding of its own': `insert into ledger.finding (night, rule, subject, expected, found)
        select night, 'coin-sums-to-zero', 'TWD', '0', '0' from ledger.reconciliation`,
      'a check of the books as they were': `begin isolation level repeatable read; select ledger.check_next_piece(1, 1, 1)`,
      'rules of its own': `create or replace function ledger.check_coins() returns table (rule text, subject text, expected text, found text)
        language sql as $$select '', '', '', '' where false$$`,
    }),
};
