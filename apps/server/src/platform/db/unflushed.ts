import { assert } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from './db.ts';

/**
 * SQL, for the list of a select or a returning, that lets the commit of this statement not wait for the disk. Only of a statement that runs alone and
 * whose loss in a crash harms nobody: a count of a limit, the removal of what was published, the forgetting of a count. It is never torn, and what is
 * flushed after it carries it along. Whatever has an effect waits for the disk (docs/decisions/0143).
 */
export function unflushed(db: Database): RawBuilder<unknown> {
  assert(!db.isTransaction, 'the whole transaction would not be flushed');
  return sql`set_config('synchronous_commit', 'off', true)`;
}
