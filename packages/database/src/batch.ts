import pg from 'pg';

/**
 * Several statements in one round trip: they are sent one behind the other with a single Sync at the end, and the server answers all of
 * them at once. If one fails, the server skips those after it. `pg` alone waits for the answer to each statement before it sends the next.
 */

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** The name under which it is prepared, once per connection. */
  readonly name: string | undefined;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** What a client of `pg` calls on the statement whose answer is arriving. `@types/pg` leaves these out. */
interface Answered extends pg.Submittable {
  readonly name: string | undefined;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

interface Connection extends pg.Connection {
  /** By name: what was sent to be prepared and has no answer yet. */
  readonly submittedNamedStatements: Record<string, string>;
}

export class Batch implements Answered {
  readonly #queries: readonly Answered[];
  readonly #onEnd: () => void;
  #current = 0;

  constructor(statements: readonly Statement[], types: pg.CustomTypesConfig, onEnd: () => void) {
    this.#queries = statements.map(({ text, values, name, resolve, reject }) => {
      const config = { text, values, types, queryMode: 'extended', ...(name !== undefined && { name }) };
      return new pg.Query(config, (error, result) =>
        error ? reject(error) : resolve(result),
      ) as unknown as Answered;
    });
    this.#onEnd = onEnd;
  }

  get name(): string | undefined {
    return this.#queries[this.#current]?.name;
  }

  get text(): string {
    return this.#queries[this.#current]?.text ?? '';
  }

  submit(connection: pg.Connection): void {
    // Every query of `pg` ends with a Sync of its own. Here only the last message is one.
    const withoutSync = Object.create(connection, { sync: { value: () => {} } }) as pg.Connection;
    connection.stream.cork();
    for (const query of this.#queries) query.submit(withoutSync);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#current]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#current]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#queries[this.#current]?.handleCommandComplete(message, connection);
    this.#current += 1;
  }

  handleEmptyQuery(): void {
    this.#current += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.#onEnd();
  }

  /** The statement that is being answered has failed, and those after it were skipped, so what they prepare is not prepared. */
  handleError(error: unknown, connection: Connection): void {
    for (const [index, query] of this.#queries.entries()) {
      if (index < this.#current) query.handleReadyForQuery(connection);
      else {
        if (query.name !== undefined) delete connection.submittedNamedStatements[query.name];
        query.handleError(error, connection);
      }
    }
    this.#onEnd();
  }
}
