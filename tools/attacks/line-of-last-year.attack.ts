import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** Whoever controls SQL on the application's connection could write what operators did last year, or end the chain over the audit log with one line. */
export const attack: Attack = {
  name: 'write the audit log of another day, or one that cannot be linked',
  run: ({ appUrl }) =>
    trySql(appUrl, {
      'a line of last year': `insert into platform.audit (at, actor, action, subject)
        values (now() - interval '1 year', 'operator:1', 'operator-invited', 'operator:2')`,
      'a line of no time': `insert into platform.audit (at, actor, action, subject) values ('infinity', 'operator:1', 'operator-invited', 'operator:2')`,
      'a line of a number of its own': `insert into platform.audit (id, actor, action, subject) overriding system value
        values (1000000, 'operator:1', 'operator-invited', 'operator:2')`,
      'a line that is too long to be linked': `insert into platform.audit (actor, action, subject, detail)
        values ('system', 'operator-invited', 'x', jsonb_build_object('a', repeat(e'\\x01', 200000)))`,
    }),
};
