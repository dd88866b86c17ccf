import type { CompiledQuery, QueryResult } from 'kysely';

/** A Kysely or one of its transactions, whatever tables it knows by type. */
export interface LedgerConnection {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}
