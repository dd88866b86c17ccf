import { isAnsweredAt, needsNoSession, proofsOf, type Call, type Surface } from '@holdfast/contract/calls';
import { appError, fail, isFailure } from '@holdfast/contract/errors';
import { ENVELOPE_PAIRS } from '@holdfast/contract/wire';
import { AppError, BugError, type MemberId } from '@holdfast/kernel';
import { isRid, type OpenedRequest } from '@holdfast/secure-channel/node';
import type * as z from 'zod/mini';
import type { Audit } from '#platform/audit/audit.ts';
import { isDatabaseDown, type Database } from '#platform/db/db.ts';
import type { Limiter } from '#platform/limits/limits.ts';
import { chargeWiderNetworks } from '#platform/limits/charge-networks.ts';
import type { Log } from '#platform/log/log.ts';
import { createKeyedQueues, ONE_AT_A_TIME } from '#platform/queues/fair-queue.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { createSettings } from '#platform/settings/settings.ts';
import { createAdmission, type Admission } from './admission.ts';
import { findHandled, type AnyHandled, type CallTable, type GivenSecret, type Origin } from './call-table.ts';
import type { Guards } from './guards.ts';
import {
  createCommands,
  forgottenMinutes,
  hashBody,
  hashSecretTry,
  type Command,
  type Commands,
} from './idempotency.ts';
import { errorBody, isRefusal, openErrorBody, RefusedProof } from './reply.ts';
import { findRoute, type Route } from './router.ts';
import type { Turns } from './turns.ts';
import {
  createRunner,
  withSecret,
  type Admitted,
  type Called,
  type Outcome,
  type Ready,
} from './run-call.ts';

/**
 * The middleware of every call: from an opened request to the BODY of its answer. The guards run in one fixed order: session, RID
 * look-up (idempotency), rate limit, schema, who, transaction secret, transaction. Handlers know nothing of them.
 */

export interface PipelineParts {
  /** The origin that this pipeline answers at. */
  readonly surface: Surface;
  readonly db: Database;
  readonly table: CallTable;
  readonly guards: Guards;
  readonly limiter: Limiter;
  readonly secrets: Pick<Secrets, 'bodyHashKey' | 'answerBox'>;
  readonly audit: Audit;
  readonly log: Log;
  /** The origin of the assets host, for tokens and links; empty where files are served at this origin. */
  readonly assetsUrl: string;
  /** Called after a command's commit: the outbox may have new hints. */
  readonly wakeRelay: () => void;
  /** A member has called from this address, in a live session. */
  readonly seeMember: (member: MemberId, address: string) => void;
  /** The end of the maintenance that is running. */
  readonly maintenanceUntil: () => Date | undefined;
  readonly turns: Pick<Turns, 'run'>;
}

export type Pipeline = (request: OpenedRequest, origin: Origin) => Promise<string>;

/** Thrown by a handler that finds a due deadline in its transaction: it rolls back, the deadline is fired, and the call runs again. */
export class DeadlineDueError extends Error {
  override readonly name = 'DeadlineDueError';
}

/** How often a command runs whose order meets one due deadline after the other. */
const DEADLINE_TRIES = 3;

interface Parts extends PipelineParts {
  readonly commands: Commands;
  readonly admission: Admission;
  readonly run: (ready: Ready) => Promise<string>;
  /** Copies of one RID in this process come one after the other: what the first one counts and stores, the next one finds. */
  readonly inTurn: <T>(rid: string, work: () => Promise<T>) => Promise<T>;
}

/** A call of the other origin is refused before its caller is looked for. */
function handledBy({ table, surface }: Parts, route: Route): AnyHandled {
  if (route.call.who.every((who) => who === 'partner')) throw fail('ROLE_NOT_ALLOWED');
  const handled = findHandled(table, route.path);
  if (!handled || !route.call.schemas) throw fail('CALL_UNKNOWN');
  if (!isAnsweredAt(surface, route.call)) throw fail('ROLE_NOT_ALLOWED');
  return handled;
}

/** The fields that an issue names. Unrecognised keys stand beside the path of the issue, not in it. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]];
  return names.map((name) => [...issue.path, ...name].join('.'));
}

function parseInput(call: Call, pairs: ReadonlyMap<string, string>): unknown {
  const envelope: readonly string[] = ENVELOPE_PAIRS;
  const fields = Object.fromEntries([...pairs].filter(([name]) => !envelope.includes(name)));
  // PostgreSQL cannot store NUL in a text.
  const withNul = Object.keys(fields).filter((name) => fields[name]?.includes('\0'));
  if (withNul.length > 0) throw fail('PARAMETERS_INVALID', { fields: withNul });
  const parsed = call.schemas?.input.safeParse(fields);
  if (!parsed?.success) {
    throw fail('PARAMETERS_INVALID', { fields: [...new Set(parsed?.error.issues.flatMap(fieldsOf))] });
  }
  return parsed.data;
}

/** Checks who may call. Another member's account in the path is answered like an account that does not exist. */
function assertMayCall({ call, params }: Route, { session, operator }: Caller): void {
  const { who } = call;
  if (operator) {
    if (who.includes(`op:${operator.role}`) || operator.role === 'admin') return;
    throw fail('ROLE_NOT_ALLOWED');
  }
  if (needsNoSession(call) || who.includes('member') || who.includes('own')) return;
  if (!who.includes('self')) throw fail('ROLE_NOT_ALLOWED');
  const { account = session?.account } = params;
  if (!session || account !== session.account) throw fail('MEMBER_NOT_FOUND');
}

type Caller = Pick<Admitted, 'session' | 'operator' | 'actor'>;

/** Finds the caller: a member at the member app's origin, an operator at the console's. Neither kind of session is looked for at the other one. */
async function findCaller(
  { guards, surface }: Parts,
  { request, route: { call }, deviceHash }: Called,
  { isActive }: { isActive: boolean },
): Promise<Caller> {
  const checksum = request.pairs.get('checksum') ?? '';
  const proof = { checksum, deviceHash, active: isActive, rid: request.rid };
  if (needsNoSession(call))
    return { session: undefined, operator: undefined, actor: `device:${request.deviceHash}` };
  if (surface === 'console') {
    const operator = await guards.findOperator(proof);
    return { session: undefined, operator, actor: `operator:${operator.id}` };
  }
  const session = await guards.findSession(proof);
  return { session, operator: undefined, actor: `member:${session.memberId}` };
}

function findCall(parts: Parts, request: OpenedRequest, origin: Origin): Called {
  const route = findRoute(request.method, request.bUrl);
  if (!route) throw fail('CALL_UNKNOWN');
  const handled = handledBy(parts, route);
  const { pairs } = request;
  if (pairs.has('device') && pairs.get('device') !== request.device)
    throw fail('PARAMETERS_INVALID', { fields: ['device'] });
  return { request, origin, route, handled, deviceHash: Buffer.from(request.deviceHash, 'hex') };
}

function commandOf({ secrets }: Parts, { request, route: { call }, actor }: Admitted): Command | undefined {
  if (call.kind !== 'write') return undefined;
  const { rid } = request;
  if (rid === undefined || !isRid(rid)) throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
  const { keptMinutes } = call;
  return {
    actor,
    rid,
    bUrl: request.bUrl,
    bodyHmac: hashBody(secrets.bodyHashKey, request, proofsOf(call)),
    keptMinutes,
    forgottenMinutes: forgottenMinutes(keptMinutes),
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

/**
 * Catches a refusal of work before the transaction. `run` throws it again inside the transaction, where it is stored under the RID
 * like any other: a retry counts no second try, and a duplicate that finds its ticket redeemed gets the stored answer of the first.
 */
async function catchRefusal<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (isRefusal(error) || error instanceof RefusedProof) return { refusal: error };
    throw error;
  }
}

/** Names the secrets that a command gives, for whoever counts tries at them. */
function givenBy({ secrets }: Parts, command: Command | undefined): (secret: string) => GivenSecret {
  return (value) => {
    if (!command) throw new BugError('only a command counts tries');
    return { value, rid: command.rid, hmac: hashSecretTry(secrets.bodyHashKey, value) };
  };
}

/** The guards between the limit and the transaction: schema, who, transaction secret. Returns the input. */
async function check(parts: Parts, admitted: Admitted, command: Command | undefined): Promise<unknown> {
  const { request, route, session, deviceHash } = admitted;
  const input = parseInput(route.call, request.pairs);
  await checkWho(parts, admitted);
  await withSecret(route.call, async () => {
    const secret = givenBy(parts, command)(request.pairs.get('transpass') ?? '');
    if (session) await parts.guards.verifySecret(session, secret, deviceHash);
  });
  return input;
}

/** Everything after the session: a command that ran before has its stored answer, and counts no use of its limit. */
async function execute(parts: Parts, admitted: Admitted, command: Command | undefined): Promise<string> {
  const { route, handled, origin, actor, session, operator, deviceHash } = admitted;
  const { limit } = handled;
  const key = limit.scope === 'actor' ? actor : origin.network;
  if (command) {
    let stored: string | undefined;
    await parts.limiter.consumeOnce(route.path, limit, key, async (use) => {
      const { answer, waitMs } = await parts.commands.admit(command, use);
      stored = answer;
      return waitMs;
    });
    if (stored !== undefined) return stored;
  } else await parts.limiter.consume(route.path, limit, key);
  if (limit.scope === 'address') await chargeWiderNetworks(parts.db, route.path, limit, origin.address);
  const input = await catchRefusal(() => check(parts, admitted, command));
  if ('refusal' in input && !command) throw input.refusal;
  const given = givenBy(parts, command);
  const prepare = async (value: unknown) =>
    handled.prepare?.(
      { db: parts.db, origin, deviceHash, session, operator, given, params: route.params },
      value,
    );
  const prepared = 'refusal' in input ? input : await catchRefusal(() => prepare(input.value));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await parts.run({ admitted, command, input, prepared });
    } catch (error) {
      if (!(error instanceof DeadlineDueError) || attempt === DEADLINE_TRIES || 'refusal' in input)
        throw error;
      await handled.fireDue?.(parts.db, input.value);
    }
  }
}

/** During maintenance a command that ran before it still has its answer; everything else is refused, whatever its own refusal would be. */
async function answerInMaintenance(parts: Parts, called: Called, until: Date): Promise<string> {
  const refusal = appError('MAINTENANCE', { until: until.toISOString() });
  if (called.route.call.kind !== 'write') throw refusal;
  try {
    const caller = await findCaller(parts, called, { isActive: false });
    const command = commandOf(parts, { ...called, ...caller });
    const stored = command && (await parts.commands.findAnswer(command));
    if (stored !== undefined) return stored;
  } catch (error) {
    if (!(error instanceof AppError) && !isDatabaseDown(error)) throw error;
  }
  throw refusal;
}

async function dispatch(parts: Parts, request: OpenedRequest, origin: Origin): Promise<string> {
  const called = findCall(parts, request, origin);
  const until = parts.maintenanceUntil();
  if (until && called.route.path !== '/member/checkVersion') return answerInMaintenance(parts, called, until);
  return parts.admission.call(called, () => admit(parts, called));
}

async function admit(parts: Parts, called: Called): Promise<string> {
  const { request } = called;
  const caller = await findCaller(parts, called, { isActive: request.pairs.get('active') === '1' });
  if (caller.session) parts.seeMember(caller.session.memberId, called.origin.address);
  const admitted = { ...called, ...caller };
  const command = commandOf(parts, admitted);
  if (!command) return execute(parts, admitted, undefined);
  const key = `${command.actor} ${command.rid}`;
  const run = () => execute(parts, admitted, command);
  return parts.inTurn(key, () => (countsBefore(called) ? parts.turns.run(key, run) : run()));
}

/**
 * Whether a call counts something before its transaction that no store counts by RID: tries at passwords and codes, wider networks. Its copies come
 * one after the other in all processes, so the second one finds the stored answer and counts nothing.
 */
const countsBefore = ({ handled }: Called): boolean =>
  handled.prepare !== undefined || handled.limit.scope === 'address';

/** 10201 naming the RID: it was used for something else, or is older than the kept answers. It ends the command; all else leaves it open. */
const endsCommand = (error: unknown): boolean =>
  isFailure(error, 'PARAMETERS_INVALID') &&
  Array.isArray(error.data['fields']) &&
  error.data['fields'].includes('RID');

/** Creates the pipeline of one gateway. It never throws: an error becomes an answer. */
export function createPipeline(options: PipelineParts): Pipeline {
  const { db, secrets, log } = options;
  const commands = createCommands({ db, answerBox: secrets.answerBox, log });
  const admission = createAdmission();
  const parts: Parts = {
    ...options,
    commands,
    admission,
    run: createRunner({ ...options, commands, admission, settings: createSettings() }, options.table),
    inTurn: createKeyedQueues(ONE_AT_A_TIME),
  };
  return async (request, origin) => {
    try {
      return await dispatch(parts, request, origin);
    } catch (error) {
      const isOpen = request.rid !== undefined && !endsCommand(error);
      return (isOpen ? openErrorBody : errorBody)(error, log, request.bUrl);
    }
  };
}
