import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

/** Whoever controls SQL on the application's connection could tell every member whatever it likes, in the product's own name. */
export const attack: Attack = {
  name: 'tell all members something by SQL on the application connection',
  run: ({ appUrl }) =>
    trySql(appUrl, {
      'a row of its own': `insert into broadcast.broadcast (kind, title_zh, text_zh, title_en, text_en, audience, expected, reason, written_by)
        values ('safety', 'a', 'a', 'a', 'a', 'all', 1, 'nobody knows', 1)`,
      'a row of its own, approved at once': `insert into broadcast.broadcast (kind, title_zh, text_zh, title_en, text_en, audience, expected, reason,
          written_by, approved_by, approved_at, request_id)
        values ('safety', 'a', 'a', 'a', 'a', 'all', 1, 'nobody knows', 1, 2, now(), 1)`,
      'another text after the approval': `update broadcast.broadcast set text_zh = 'send your coins here'`,
      'an approval of its own': `update broadcast.broadcast set approved_by = 2, approved_at = now(), request_id = 1`,
      'a stop that is taken back': `update broadcast.broadcast set stopped_by = null, stopped_at = null, stop_reason = null`,
      'a text without an operator': `select broadcast.write('\\x00', jsonb_populate_record(null::broadcast.broadcast, '{"kind":"news"}'))`,
      'an approval without a request': `select broadcast.approve(1)`,
      'a stop without an operator': `select broadcast.stop('\\x00', 1, 'nobody knows')`,
      'no row at all': `delete from broadcast.broadcast`,
    }),
};
