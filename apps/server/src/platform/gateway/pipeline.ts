import type { Call } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { ENVELOPE_PAIRS } from '@holdfast/contract/wire';
import type { AppError } from '@holdfast/kernel';
import { isRid, type OpenedRequest } from '@holdfast/secure-channel/node';
import type * as z from 'zod/mini';
import type { Audit, Trace } from '#platform/audit/audit.ts';
import { appNow } from '#platform/db/clock.ts';
import { inReadOnly, type Database, type Tx } from '#platform/db/db.ts';
import type { Limiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import {
  findHandled,
  type AnyHandled,
  type CallTable,
  type Operator,
  type Origin,
  type Session,
} from './call-table.ts';
import {
  ANSWER_KEPT_MINUTES,
  createCommands,
  hashBody,
  type Command,
  type Commands,
  type Effect,
} from './exactly-once.ts';
import { errorBody, isRefusal, okBody } from './reply.ts';
import { findRoute, type Route } from './router.ts';

/**
 * From an opened request to the BODY of its answer. The guards run in one fixed order: session, RID look-up, limit, schema, who,
 * transaction secret, transaction. Handlers know nothing of it.
 */

/** What the guards ask of the slices; the role that starts the gateway plugs them in. */
export interface Guards {
  /** The live session of a proof, or the refusal that says why there is none. `active`: a person did something. */
  findSession(proof: { checksum: string; deviceHash: Buffer; active: boolean }): Promise<Session>;
  /** Throws unless the session lives on; nobody ends it before `tx` is over. */
  holdSession(tx: Tx, session: Session): Promise<void>;
  /** The operator behind a proof, if it is one's; throws when that session has run out. */
  findOperator(proof: { checksum: string; deviceHash: Buffer }): Promise<Operator | undefined>;
  /** Throws unless the operator is still who the guards found. */
  holdOperator(tx: Tx, operator: Operator): Promise<void>;
  /** Throws unless `secret` is the member's transaction secret, tries counted before the compare, or a ticket that stands for it. */
  verifySecret(session: Session, secret: string | undefined, deviceHash: Buffer): Promise<void>;
  /** Uses such a ticket up with the command; throws when another command was faster. */
  spendSecret(tx: Tx, session: Session, secret: string | undefined, deviceHash: Buffer): Promise<void>;
}

export interface PipelineParts {
  readonly db: Database;
  readonly table: CallTable;
  readonly guards: Guards;
  readonly limiter: Limiter;
  readonly secrets: Pick<Secrets, 'bodyHashKey' | 'answerBox'>;
  readonly audit: Audit;
  readonly log: Log;
  /** After a command's commit: there may be something in the outbox. */
  readonly wakeRelay: () => void;
  /** The end of a maintenance that runs now. */
  readonly maintenanceUntil: () => Date | undefined;
}

export type Pipeline = (request: OpenedRequest, origin: Origin) => Promise<string>;

/** Thrown by a handler that finds a deadline due inside its transaction: everything is undone, `prepare` runs again. */
export class DeadlineDueError extends Error {
  override readonly name = 'DeadlineDueError';
}

/** How often a command may find that a deadline passed between `prepare` and its own transaction. */
const PREPARE_TRIES = 3;

interface Parts extends PipelineParts {
  readonly commands: Commands;
}

/** A request whose call is known and whose caller is, if the call asks for one. */
interface Admitted {
  readonly request: OpenedRequest;
  readonly origin: Origin;
  readonly route: Route;
  readonly handled: AnyHandled;
  readonly session: Session | undefined;
  readonly operator: Operator | undefined;
  /** `member:<id>`, `operator:<id>`, or `device:<hash>` before sign-in. */
  readonly actor: string;
  readonly deviceHash: Buffer;
}

function handledBy(table: CallTable, route: Route): AnyHandled {
  if (route.call.who.every((who) => who === 'partner')) throw fail('ROLE_NOT_ALLOWED');
  const handled = findHandled(table, route.path);
  if (!handled || !route.call.schemas) throw fail('CALL_UNKNOWN');
  return handled;
}

/** The fields that an issue is about: what a schema does not list has its name apart from the path. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]];
  return names.map((name) => [...issue.path, ...name].join('.'));
}

function parseInput(call: Call, pairs: ReadonlyMap<string, string>): unknown {
  const envelope: readonly string[] = ENVELOPE_PAIRS;
  const fields = Object.fromEntries([...pairs].filter(([name]) => !envelope.includes(name)));
  // PostgreSQL keeps no NUL in a text, so no field of ours may hold one.
  const unkeepable = Object.keys(fields).filter((name) => fields[name]?.includes('\0'));
  if (unkeepable.length > 0) throw fail('PARAMETERS_INVALID', { fields: unkeepable });
  const parsed = call.schemas?.input.safeParse(fields);
  if (!parsed?.success) {
    throw fail('PARAMETERS_INVALID', { fields: [...new Set(parsed?.error.issues.flatMap(fieldsOf))] });
  }
  return parsed.data;
}

/** A path with somebody else's account answers like one that does not exist. */
function assertMayCall({ call, params }: Route, { session, operator }: Caller): void {
  const { who } = call;
  if (operator) {
    if (who.includes(`op:${operator.role}`) || operator.role === 'admin') return;
    throw fail('ROLE_NOT_ALLOWED');
  }
  if (who.includes('anyone') || who.includes('member') || who.includes('own')) return;
  if (!who.includes('self')) throw fail('ROLE_NOT_ALLOWED');
  const { account = session?.account } = params;
  if (!session || account !== session.account) throw fail('MEMBER_NOT_FOUND');
}

type Caller = Pick<Admitted, 'session' | 'operator' | 'actor'>;

/** Who calls. Only a call that some operator may make looks for one, so a member's session opens nothing of theirs, and the reverse. */
async function findCaller({ guards }: Parts, { who }: Call, request: OpenedRequest): Promise<Caller> {
  const { pairs } = request;
  const deviceHash = Buffer.from(request.deviceHash, 'hex');
  const proof = { checksum: pairs.get('checksum') ?? '', deviceHash, active: pairs.get('active') === '1' };
  if (who.includes('anyone'))
    return { session: undefined, operator: undefined, actor: `device:${request.deviceHash}` };
  const operator = who.some((each) => each.startsWith('op:')) ? await guards.findOperator(proof) : undefined;
  if (operator) return { session: undefined, operator, actor: `operator:${operator.id}` };
  const session = await guards.findSession(proof);
  return { session, operator, actor: `member:${session.memberId}` };
}

async function admit(parts: Parts, request: OpenedRequest, origin: Origin): Promise<Admitted> {
  const route = findRoute(request.method, request.bUrl);
  if (!route) throw fail('CALL_UNKNOWN');
  const handled = handledBy(parts.table, route);
  const until = parts.maintenanceUntil();
  if (until && route.path !== '/member/checkVersion')
    throw fail('MAINTENANCE', { until: until.toISOString() });
  const { pairs } = request;
  if (pairs.has('device') && pairs.get('device') !== request.device)
    throw fail('PARAMETERS_INVALID', { fields: ['device'] });
  const caller = await findCaller(parts, route.call, request);
  const deviceHash = Buffer.from(request.deviceHash, 'hex');
  return { request, origin, route, handled, deviceHash, ...caller };
}

function commandOf({ secrets }: Parts, { request, route, handled, actor }: Admitted): Command | undefined {
  if (route.call.kind !== 'write') return undefined;
  const { rid } = request;
  if (rid === undefined || !isRid(rid)) throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
  const bodyHmac = hashBody(secrets.bodyHashKey, request);
  return {
    actor,
    rid,
    bUrl: request.bUrl,
    bodyHmac,
    keptMinutes: handled.answerKeptMinutes ?? ANSWER_KEPT_MINUTES,
  };
}

async function checkWho({ audit, db }: Parts, { request, route, ...caller }: Admitted): Promise<void> {
  try {
    assertMayCall(route, caller);
  } catch (error) {
    await audit(db, { actor: caller.actor, action: 'call-refused', subject: request.bUrl });
    throw error;
  }
}

/** What the work before the transaction came to. */
type Beforehand = { readonly prepared: unknown } | { readonly refusal: AppError };

/**
 * A refusal before the transaction is kept, to be thrown inside it: there it is stored under the RID like any other. Sent again, the
 * command counts no second try; a copy that finds its ticket used reads what the copy that used it was answered with.
 */
async function beforehand(work: () => Promise<unknown> | undefined): Promise<Beforehand> {
  try {
    return { prepared: await work() };
  } catch (error) {
    if (isRefusal(error)) return { refusal: error };
    throw error;
  }
}

function verifySecret(
  { guards }: Parts,
  { request, route, session, deviceHash }: Admitted,
): Promise<void> | undefined {
  if (!route.call.secret || !session) return undefined;
  return guards.verifySecret(session, request.pairs.get('transpass'), deviceHash);
}

interface Ready {
  readonly command: Command | undefined;
  readonly input: unknown;
  readonly before: Beforehand;
}

async function run(parts: Parts, admitted: Admitted, { command, input, before }: Ready): Promise<string> {
  const { db, commands, guards } = parts;
  const { request, origin, route, handled, session, operator, actor, deviceHash } = admitted;
  const traces: Trace[] = [];
  const writeTraces = async (to: Database | Tx) => {
    for (const trace of traces) await parts.audit(to, { actor, ...trace });
  };
  const effect: Effect = async (tx, now) => {
    traces.length = 0; // the transaction may have been undone and begun anew
    if (command && session) await guards.holdSession(tx, session);
    if (command && operator) await guards.holdOperator(tx, operator);
    if ('refusal' in before) throw before.refusal;
    if (command && session && route.call.secret)
      await guards.spendSecret(tx, session, request.pairs.get('transpass'), deviceHash);
    const { device, sid } = request;
    const audit = (trace: Trace) => void traces.push(trace);
    const context = {
      tx,
      now,
      device,
      deviceHash,
      origin,
      rid: command?.rid,
      sid,
      audit,
      prepared: before.prepared,
      ...(session && { session }),
      ...(operator && { operator }),
    };
    return okBody(route.call, await handled.handler(context, input, route.params));
  };
  if (command) {
    const body = await commands.run(command, effect, writeTraces);
    parts.wakeRelay();
    return body;
  }
  const body = await inReadOnly(db, async (tx) => effect(tx, await appNow(tx)));
  await writeTraces(db); // a look that must leave a trace has left it before the answer leaves
  return body;
}

async function dispatch(parts: Parts, request: OpenedRequest, origin: Origin): Promise<string> {
  const admitted = await admit(parts, request, origin);
  const command = commandOf(parts, admitted);
  const stored = command && (await parts.commands.findAnswer(command));
  if (stored !== undefined) return stored;
  const { route, handled, actor, session, deviceHash } = admitted;
  await parts.limiter.consume(
    route.path,
    handled.limit,
    handled.limit.scope === 'actor' ? actor : origin.network,
  );
  const input = parseInput(route.call, request.pairs);
  await checkWho(parts, admitted);
  const secret = await beforehand(() => verifySecret(parts, admitted));
  const prepare = () => handled.prepare?.({ db: parts.db, origin, deviceHash, session }, input);
  for (let attempt = 1; ; attempt += 1) {
    const before = 'refusal' in secret ? secret : await beforehand(prepare);
    try {
      return await run(parts, admitted, { command, input, before });
    } catch (error) {
      if (!(error instanceof DeadlineDueError) || attempt === PREPARE_TRIES) throw error;
    }
  }
}

/** The pipeline of one gateway. It never throws: whatever goes wrong becomes an answer. */
export function createPipeline(options: PipelineParts): Pipeline {
  const { db, secrets, log } = options;
  const parts: Parts = {
    ...options,
    commands: createCommands({ db, answerBox: secrets.answerBox, log }),
  };
  return async (request, origin) => {
    try {
      return await dispatch(parts, request, origin);
    } catch (error) {
      return errorBody(error, log, request.bUrl);
    }
  };
}
