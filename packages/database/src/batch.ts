import type pg from 'pg';
import utils from 'pg/lib/utils.js';
import { UnsendableValueError } from './faults.ts';

/**
 * Several statements in one round trip: they are sent one behind the other with a single Sync at the end, and the server answers all of
 * them at once. If one fails, the server skips those after it. `pg` alone waits for the answer to each statement before it sends the next.
 * It also asks what the rows of a statement look like at each run; here that is asked once for each connection.
 */

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name under which it is prepared, once per connection. */
  readonly name: string | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface Result {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: object[];
}

/** What the rows of a statement look like. */
export interface Shape {
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** A row of nulls. One that is copied and filled stays a fast object, however many columns it has. */
  readonly empty: object;
}

/** The shapes of what one connection has prepared, by name. */
export type Shapes = Map<string, Shape>;

const NO_ROWS: Shape = { columns: [], empty: {} };

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface DataRow {
  readonly fields: readonly (string | null)[];
}

/** What a connection of `pg` sends. `@types/pg` leaves these out. */
interface Connection {
  /** By name: what is prepared, and what was sent to be prepared and has no answer yet. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: { text: string; name: string | undefined }): void;
  bind(message: {
    statement: string | undefined;
    values: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: object): void;
  sync(): void;
}

function shapeOf({ fields }: RowDescription, types: pg.CustomTypesConfig): Shape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    })),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

const COMMAND_TAG = /^([A-Z]+)(?: \d+)*?(?: (\d+))?$/;

/** A statement of a batch, and what has been answered to it. */
class Sent {
  readonly statement: Statement;
  readonly #shapes: Shapes;
  #shape: Shape | undefined;
  #rows: object[] = [];
  #result: Result | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(statement: Statement, shapes: Shapes) {
    this.statement = statement;
    this.#shapes = shapes;
  }

  submit(connection: Connection): void {
    const { name, text, values } = this.statement;
    const { parsedStatements, submittedNamedStatements } = connection;
    if (name === undefined || !(parsedStatements[name] ?? submittedNamedStatements[name])) {
      connection.parse({ text, name });
      if (name !== undefined) submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values, valueMapper: (value) => utils.prepareValue(value) });
    this.#shape = name === undefined ? undefined : this.#shapes.get(name);
    if (!this.#shape) connection.describe({ type: 'P', name: '' });
    connection.execute({});
  }

  describe(message: RowDescription, types: pg.CustomTypesConfig): void {
    this.#shape = shapeOf(message, types);
  }

  addRow({ fields }: DataRow): void {
    if (this.#failure) return;
    const { columns, empty } = this.#shape ?? NO_ROWS;
    const row: Record<string, unknown> = { ...empty };
    try {
      columns.forEach(({ name, parse }, at) => {
        const text = fields[at];
        if (typeof text === 'string') row[name] = parse(text);
      });
      this.#rows.push(row);
    } catch (error) {
      this.#failure = { error };
    }
  }

  complete(tag: string): void {
    const { name } = this.statement;
    if (name !== undefined && !this.#shapes.has(name)) this.#shapes.set(name, this.#shape ?? NO_ROWS);
    const [, command = '', count] = COMMAND_TAG.exec(tag) ?? [];
    this.#result = { command, rowCount: count === undefined ? null : Number(count), rows: this.#rows };
  }

  /** It has failed or was skipped, so what it prepares is not prepared. */
  fail(error: unknown, { submittedNamedStatements }: Connection): void {
    const { name } = this.statement;
    if (name !== undefined) delete submittedNamedStatements[name];
    this.#failure ??= { error };
  }

  settle(): void {
    if (this.#failure) this.statement.reject(this.#failure.error);
    else this.statement.resolve(this.#result ?? { command: '', rowCount: null, rows: [] });
  }
}

/** A connection whose messages are kept in `chunks` instead of written, so that all of them leave in one piece. */
interface Collector {
  readonly connection: Connection;
  readonly chunks: Buffer[];
}

/** One for each connection: making an object that inherits from a connection takes longer than filling it. */
const collectors = new WeakMap<pg.Connection, Collector>();

function collectorOf(connection: pg.Connection): Collector {
  const known = collectors.get(connection);
  if (known) return known;
  const chunks: Buffer[] = [];
  const collector = {
    connection: Object.create(connection, {
      _send: { value: (chunk: Buffer) => chunks.push(chunk) },
    }) as Connection,
    chunks,
  };
  collectors.set(connection, collector);
  return collector;
}

/** What a client of `pg` calls as the answers arrive. */
export class Batch implements pg.Submittable {
  readonly #sent: readonly Sent[];
  readonly #types: pg.CustomTypesConfig;
  readonly #onEnd: () => void;
  #current = 0;

  constructor(
    statements: readonly Statement[],
    { shapes, types, onEnd }: { shapes: Shapes; types: pg.CustomTypesConfig; onEnd: () => void },
  ) {
    this.#sent = statements.map((statement) => new Sent(statement, shapes));
    this.#types = types;
    this.#onEnd = onEnd;
  }

  get name(): string | undefined {
    return this.#sent[this.#current]?.statement.name;
  }

  get text(): string {
    return this.#sent[this.#current]?.statement.text ?? '';
  }

  submit(connection: pg.Connection): void {
    const { connection: collected, chunks } = collectorOf(connection);
    try {
      for (const each of this.#sent) each.submit(collected);
    } catch (cause) {
      const error = new UnsendableValueError('a value cannot be sent', { cause });
      for (const each of this.#sent) each.fail(error, collected);
      chunks.length = 0;
    }
    collected.sync();
    connection.stream.write(Buffer.concat(chunks));
    chunks.length = 0;
  }

  handleRowDescription(message: RowDescription): void {
    this.#sent[this.#current]?.describe(message, this.#types);
  }

  handleDataRow(message: DataRow): void {
    this.#sent[this.#current]?.addRow(message);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#sent[this.#current]?.complete(text);
    this.#current += 1;
  }

  handleEmptyQuery(): void {
    this.#current += 1;
  }

  handleReadyForQuery(): void {
    for (const each of this.#sent) each.settle();
    this.#onEnd();
  }

  /** The statement that is being answered has failed, and those after it were skipped. */
  handleError(error: unknown, connection: Connection): void {
    for (const each of this.#sent.slice(this.#current)) each.fail(error, connection);
    for (const each of this.#sent) each.settle();
    this.#onEnd();
  }
}
