import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** Whoever controls SQL on the application's connection could give itself a fee of nothing, or every new member a hundred orders at once. */
export const attack: Attack = {
  name: 'change a fee by SQL on the application connection',
  run: ({ appUrl }) =>
    trySql(appUrl, {
      'a row of its own': `insert into platform.setting (name, value, starts_at, reason, set_by)
        values ('fee.order', '0', now(), 'nobody knows', 1)`,
      'another value in a row': `update platform.setting set value = '0'`,
      'no row at all': `delete from platform.setting`,
      'a clock without an operator': `select platform.set_setting('\\x00', 'clock.ack', '120', null, 'nobody knows')`,
      'a fee without a request': `select platform.set_requested_setting(1)`,
      'the function behind both': `select platform.add_setting(row(null, 'fee.order', '0', null, null, 'nobody knows', 1, null, null, null)::platform.setting)`,
      'a withdrawal without an operator': `select platform.withdraw_setting('\\x00', 1, 'nobody knows')`,
    }),
};
