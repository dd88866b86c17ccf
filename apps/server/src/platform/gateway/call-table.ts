import type { BuiltPath, CallInput, CallOutput, ParamsOf, Registry } from '@holdfast/contract/calls';
import type { OperatorRole } from '@holdfast/contract/operators';
import type { Settings } from '@holdfast/contract/settings';
import {
  BugError,
  type AppError,
  type MemberId,
  type OperatorId,
  type OperatorSessionId,
  type Rid,
  type SessionId,
} from '@holdfast/kernel';
import type { Trace } from '#platform/audit/audit.ts';
import type { Database, Tx } from '#platform/db/db.ts';
import type { Limit } from '#platform/limits/limits.ts';
import type { GroupLimits } from '#platform/queues/groups.ts';
import type { Place } from '#platform/place/place.ts';

/** The live session that the guards found. */
export interface Session {
  readonly id: SessionId;
  readonly memberId: MemberId;
  /** Keyed hash of the id of the install that the session was opened on. */
  readonly installKey: Buffer;
  /** Keyed hash of the proof that found it. */
  readonly checksumHash: Buffer;
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
}

/** The signed-in operator that the guards found. */
export interface Operator {
  readonly id: OperatorId;
  readonly sessionId: OperatorSessionId;
  /** What the database is shown of the session's proof, so that it can tell who asks and who decides. */
  readonly sessionProof: Buffer;
  readonly role: OperatorRole;
  readonly email: string;
}

/** Where a request came from, as the transport sees it. */
export interface Origin {
  readonly address: string;
  /** The key of rate limits by address: `networkOf(address)`. */
  readonly network: string;
  readonly place: Place;
  readonly userAgent: string;
}

/** What every handler gets. `tx` is the one transaction of the call: a handler reads and writes nothing outside it. */
export interface AnyoneContext {
  readonly tx: Tx;
  /** The database's time of the transaction (`app_now()`). */
  readonly now: Date;
  /** What operators have set, as it is at that time. */
  readonly settings: () => Promise<Settings>;
  /** The device identity in plain text; its hash follows. */
  readonly device: string;
  readonly deviceHash: Buffer;
  readonly origin: Origin;
  /** The origin of the assets host; empty where files are served at the caller's own origin. */
  readonly assetsUrl: string;
  readonly rid: Rid | undefined;
  /** The id of the channel session, so that a sign-out can revoke it. */
  readonly sid: string;
  /** Adds a line to the audit log, written before the answer leaves. */
  readonly audit: (trace: Trace) => void;
}

export interface MemberContext extends AnyoneContext {
  readonly session: Session;
}

export interface OperatorContext extends AnyoneContext {
  readonly operator: Operator;
}

/** Calls that need no session: their context has none. */
type OpenPath = {
  [P in BuiltPath]: Registry[P]['who'][number] extends 'anyone' | 'console' ? P : never;
}[BuiltPath];
type OperatorPath = {
  [P in BuiltPath]: Registry[P]['who'][number] extends `op:${string}` ? P : never;
}[BuiltPath];
/** Calls of members and of operators alike: the context has either a session or an operator. */
type SharedPath = {
  [P in BuiltPath]: Extract<Registry[P]['who'][number], `op:${string}`> extends never
    ? never
    : Exclude<P, OperatorPath>;
}[BuiltPath];
type SharedContext =
  | (MemberContext & { readonly operator?: undefined })
  | (OperatorContext & { readonly session?: undefined });

export type ContextOf<P extends BuiltPath> = P extends OpenPath
  ? AnyoneContext
  : P extends SharedPath
    ? SharedContext
    : P extends OperatorPath
      ? OperatorContext
      : MemberContext;

/** `prepared` is what the call's own `prepare` returned. `Handler<P>`, without a second type, makes no use of it. */
export type Handler<P extends BuiltPath, Prepared = unknown> = (
  context: ContextOf<P> & { readonly prepared: Prepared },
  input: CallInput<P>,
  params: Readonly<Record<ParamsOf<P>, string>>,
) => Promise<CallOutput<P>>;

/** A secret that somebody has sent with a command. */
export interface GivenSecret {
  readonly value: string;
  /** Of the command. The same value under the same RID is the same try, and counts once. */
  readonly rid: Rid;
  /** Keyed hash of the value: what a store may keep of it. */
  readonly hmac: Buffer;
}

export interface Preparation {
  readonly db: Database;
  readonly origin: Origin;
  readonly deviceHash: Buffer;
  /** Absent in calls that anyone may make. */
  readonly session: Session | undefined;
  /** Present in calls of operators alone. */
  readonly operator: Operator | undefined;
  /** What the path names. */
  readonly params: Readonly<Record<string, string>>;
  /** Names a secret of the input, for whoever counts tries at it. In commands only. */
  readonly given: (secret: string) => GivenSecret;
}

export interface MemberPreparation extends Preparation {
  readonly session: Session;
}

export type PreparationOf<P extends BuiltPath> = P extends OpenPath | OperatorPath
  ? Preparation
  : MemberPreparation;

/**
 * Runs before the call's transaction: slow work that must not hold a connection (password hashing), and what must stay even if the
 * call fails (counting a failed try).
 */
type Prepare<P extends BuiltPath, Prepared> = (
  preparation: PreparationOf<P>,
  input: CallInput<P>,
) => Promise<Prepared>;

export interface CallOptions {
  readonly limit: Limit;
  /** It hashes passwords for whoever asks: it waits in the queue of all such calls, before any other work is done for it. */
  readonly isCostly?: boolean;
}

export interface Handled<P extends BuiltPath, Prepared = unknown> extends CallOptions {
  readonly handler: Handler<P, Prepared>;
  readonly prepare?: Prepare<P, Prepared>;
  readonly fireDue?: FireDue<P>;
  readonly grouped?: Grouped<P>;
}

/** Fires the deadlines that the call's transaction has found due (DeadlineDueError); then the call runs again. */
type FireDue<P extends BuiltPath> = (db: Database, input: CallInput<P>) => Promise<void>;

/** One of a group of commands. */
export interface GroupMember<Context, Input> {
  readonly context: Context;
  readonly input: Input;
}

/** What one of a group gets: its output, or the refusal that its answer is. */
export type GroupOutcome<Output> = { readonly output: Output } | { readonly refusal: AppError };

/**
 * Carries out several commands of one call and one key, of as many callers, in one transaction, in their order. It refuses single ones by
 * outcome, before it writes; if it throws, all of them are rolled back and run one by one.
 */
export type GroupHandler<P extends BuiltPath> = (
  tx: Tx,
  members: readonly GroupMember<ContextOf<P>, CallInput<P>>[],
) => Promise<readonly GroupOutcome<CallOutput<P>>[]>;

/** Commands that meet at one row wait in memory and run in groups: for a row that many may want at once. */
export interface Grouped<P extends BuiltPath> {
  /** Names the row. */
  readonly keyOf: (input: CallInput<P>) => string;
  readonly limits: GroupLimits;
  readonly handler: GroupHandler<P>;
}

/** A handler that names the type of what is prepared cannot be registered without a `prepare` that returns it. */
type PrepareOption<P extends BuiltPath, Prepared> = unknown extends Prepared
  ? { readonly prepare?: Prepare<P, unknown> }
  : { readonly prepare: Prepare<P, Prepared> };

// oxlint-disable-next-line typescript/no-explicit-any -- only the call itself uses the type that it prepares
export type CallTable = { readonly [P in BuiltPath]?: Handled<P, any> };

/** A call found by its path at run time. Guards and schemas ensure that context and input fit; types cannot express it. */
export interface AnyHandled extends CallOptions {
  handler(
    context: AnyoneContext & { readonly prepared: unknown },
    input: unknown,
    params: Readonly<Record<string, string>>,
  ): Promise<unknown>;
  prepare?(preparation: Preparation, input: unknown): Promise<unknown>;
  fireDue?(db: Database, input: unknown): Promise<void>;
  readonly grouped?: AnyGrouped;
}

export interface AnyGrouped {
  keyOf(input: unknown): string;
  readonly limits: GroupLimits;
  handler(
    tx: Tx,
    members: readonly GroupMember<AnyoneContext, unknown>[],
  ): Promise<readonly GroupOutcome<unknown>[]>;
}

export function findHandled(table: CallTable, path: string): AnyHandled | undefined {
  return (table as Readonly<Record<string, AnyHandled | undefined>>)[path];
}

/** A table that answers every built call; to leave one out is an error of types. */
export type CompleteCallTable = Required<CallTable>;

type PathsOf<Table> = Table extends unknown ? keyof Table & BuiltPath : never;
// oxlint-disable-next-line typescript/no-explicit-any -- as in `CallTable`
type Merged<Table> = { readonly [P in PathsOf<Table>]: Handled<P, any> };

/** The call table of one slice: contract path -> handler, limit, preparation. */
export function calls<const T extends CallTable>(table: T): T {
  return table;
}

export function handle<P extends BuiltPath, Prepared = unknown>(
  handler: Handler<P, Prepared>,
  options: CallOptions & PrepareOption<P, Prepared> & Pick<Handled<P>, 'fireDue'>,
): Handled<P, Prepared> {
  return { handler, ...options };
}

/** A command that runs in groups. Alone it is a group of one. */
export function handleGrouped<P extends BuiltPath>(
  grouped: GroupHandler<P>,
  { limit, ...options }: CallOptions & Omit<Grouped<P>, 'handler'>,
): Handled<P> {
  const handler: Handler<P> = async (context, input) => {
    const [outcome] = await grouped(context.tx, [{ context, input }]);
    if (!outcome) throw new BugError('a group of one has one outcome');
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.output;
  };
  return { handler, limit, grouped: { ...options, handler: grouped } };
}

/** Merges the call tables of the slices, and keeps in its type which paths they have. Throws when two of them have the same path. */
export function mergeCalls<const Tables extends readonly CallTable[]>(
  ...tables: Tables
): Merged<Tables[number]> {
  const merged: Record<string, unknown> = {};
  for (const [path, handled] of tables.flatMap((table) => Object.entries(table))) {
    if (path in merged) throw new TypeError(`two slices handle ${path}`);
    merged[path] = handled;
  }
  return merged as Merged<Tables[number]>;
}
