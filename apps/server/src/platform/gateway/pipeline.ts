import { createHmac } from 'node:crypto';
import { ENVELOPE_PAIRS, fail, type BuiltPath, type Call } from '@holdfast/contract';
import type { Rid } from '@holdfast/kernel';
import { isRid, type OpenedRequest } from '@holdfast/secure-channel/node';
import type { Audit, Trace } from '#platform/audit/audit.ts';
import { inTransaction, inReadOnly, savepoint, type Database, type Tx } from '#platform/db/db.ts';
import type { Limiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { AnyoneContext, CallTable, Handled, MemberContext, Origin, Session } from './call-table.ts';
import { appNow, claimCommand, findCommand, storeAnswer, type CommandKey } from './command.store.ts';
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
  /** Throws unless `secret` is the member's transaction secret; tries are counted before the compare. */
  verifySecret(session: Session, secret: string | undefined): Promise<void>;
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

type AnyHandled = Handled<BuiltPath>;
type Loose = (context: AnyoneContext | MemberContext, input: unknown, params: object) => Promise<unknown>;

const ANSWER_KEPT_MINUTES = 7 * 24 * 60;
/** How often a command may find that a deadline passed between `prepare` and its own transaction. */
const PREPARE_TRIES = 3;

/** Thrown by a handler that finds a deadline due inside its transaction: everything is undone, `prepare` runs again. */
export class DeadlineDueError extends Error {
  override readonly name = 'DeadlineDueError';
}

function handledBy(table: CallTable, route: Route): AnyHandled {
  if (route.call.who.every((who) => who === 'partner')) throw fail('ROLE_NOT_ALLOWED');
  const handled = (table as Record<string, AnyHandled | undefined>)[route.path];
  if (!handled || !route.call.schemas) throw fail('CALL_UNKNOWN');
  return handled;
}

const lengthPrefixed = (text: string) => {
  const bytes = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** The keyed hash under which a command's body is remembered: everything a repeat must have in common with the first. */
export function bodyHmac(key: Buffer, request: Pick<OpenedRequest, 'method' | 'bUrl' | 'pairs'>): Buffer {
  const hmac = createHmac('sha256', key)
    .update(lengthPrefixed(request.method))
    .update(lengthPrefixed(request.bUrl));
  for (const [name, value] of request.pairs) {
    if (name === 'device' || name === 'checksum') continue;
    hmac.update(lengthPrefixed(name)).update(lengthPrefixed(value));
  }
  return hmac.digest();
}

function parseInput(call: Call, pairs: ReadonlyMap<string, string>): unknown {
  const envelope: readonly string[] = ENVELOPE_PAIRS;
  const fields = Object.fromEntries([...pairs].filter(([name]) => !envelope.includes(name)));
  const parsed = call.schemas?.input.safeParse(fields);
  if (!parsed?.success) {
    throw fail('PARAMETERS_INVALID', {
      fields: [...new Set(parsed?.error.issues.map((issue) => issue.path.join('.')))],
    });
  }
  return parsed.data;
}

function assertMayCall(route: Route, session: Session | undefined): void {
  const { who } = route.call;
  if (who.includes('anyone')) return;
  // A path with somebody else's account answers like one that does not exist.
  if (who.includes('self')) {
    if (!session || route.params['account'] !== session.account) throw fail('MEMBER_NOT_FOUND');
    return;
  }
  if (!who.includes('member') && !who.includes('own')) throw fail('ROLE_NOT_ALLOWED');
}

export function createPipeline(parts: PipelineParts): Pipeline {
  const { db, guards, limiter, secrets, log } = parts;
  const contextOfKey = (key: CommandKey) => Buffer.from(`${key.actor} ${key.rid}`);

  function storedBody(key: CommandKey, stored: { bodyHmac: Buffer; answer: Buffer }, hmac: Buffer): string {
    if (!stored.bodyHmac.equals(hmac)) throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
    const body = secrets.answerBox.open(contextOfKey(key), stored.answer);
    if (!body) throw new Error('a stored answer does not open');
    return Buffer.from(body).toString('utf8');
  }

  /** Commits `body` as the answer of a command that the guards refused, so that a resend meets the same refusal. */
  async function storeGuardRefusal(key: CommandKey, bUrl: string, hmac: Buffer, body: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const { claimed } = await claimCommand(tx, {
        ...key,
        bUrl,
        bodyHmac: hmac,
        keptMinutes: ANSWER_KEPT_MINUTES,
      });
      if (claimed) await storeAnswer(tx, key, secrets.answerBox.seal(contextOfKey(key), Buffer.from(body)));
    });
  }

  async function runCommand(call: {
    key: CommandKey;
    hmac: Buffer;
    bUrl: string;
    handled: AnyHandled;
    effect: (tx: Tx, now: Date) => Promise<string>;
  }): Promise<string> {
    return inTransaction(db, async (tx) => {
      const keptMinutes = call.handled.answerKeptMinutes ?? ANSWER_KEPT_MINUTES;
      const { claimed, now } = await claimCommand(tx, {
        ...call.key,
        bUrl: call.bUrl,
        bodyHmac: call.hmac,
        keptMinutes,
      });
      if (!claimed) {
        const stored = await findCommand(tx, call.key);
        if (!stored) throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
        return storedBody(call.key, stored, call.hmac);
      }
      const body = await savepoint(
        tx,
        () => call.effect(tx, now),
        (error) => {
          if (isRefusal(error)) return errorBody(error, log, call.bUrl);
          throw error;
        },
      );
      await storeAnswer(tx, call.key, secrets.answerBox.seal(contextOfKey(call.key), Buffer.from(body)));
      return body;
    });
  }

  async function dispatch(request: OpenedRequest, origin: Origin): Promise<string> {
    const route = findRoute(request.method, request.bUrl);
    if (!route) throw fail('CALL_UNKNOWN');
    const handled = handledBy(parts.table, route);
    const until = parts.maintenanceUntil();
    if (until && route.path !== '/member/checkVersion')
      throw fail('MAINTENANCE', { until: until.toISOString() });

    const { pairs } = request;
    if (pairs.has('device') && pairs.get('device') !== request.device)
      throw fail('PARAMETERS_INVALID', { fields: ['device'] });
    const deviceHash = Buffer.from(request.deviceHash, 'hex');
    const open = route.call.who.includes('anyone');
    const session = open
      ? undefined
      : await guards.findSession({
          checksum: pairs.get('checksum') ?? '',
          deviceHash,
          active: pairs.get('active') === '1',
        });
    const actor = session ? `member:${session.memberId}` : `device:${request.deviceHash}`;

    const isCommand = route.call.kind === 'write';
    const key: CommandKey = { actor, rid: request.rid ?? '' };
    const hmac = isCommand ? bodyHmac(secrets.bodyHashKey, request) : Buffer.alloc(0);
    if (isCommand) {
      if (!isRid(key.rid)) throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
      const stored = await findCommand(db, key);
      if (stored) return storedBody(key, stored, hmac);
    }

    await limiter.consume(
      route.path,
      handled.limit,
      handled.limit.scope === 'actor' ? actor : origin.address,
    );
    const input = parseInput(route.call, pairs);
    try {
      assertMayCall(route, session);
    } catch (error) {
      await parts.audit(db, { actor, action: 'call-refused', subject: request.bUrl });
      throw error;
    }
    if (route.call.secret && session) {
      try {
        await guards.verifySecret(session, pairs.get('transpass'));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const body = errorBody(error, log, request.bUrl);
        if (isCommand) await storeGuardRefusal(key, request.bUrl, hmac, body);
        return body;
      }
    }

    const rid = isCommand ? (key.rid as Rid) : undefined;
    const traces: Trace[] = [];
    const effect = (prepared: unknown) => async (tx: Tx, now: Date) => {
      const { device, sid } = request;
      const audit = (trace: Trace) => void traces.push(trace);
      const context = {
        tx,
        now,
        device,
        deviceHash,
        origin,
        rid,
        sid,
        audit,
        prepared,
        ...(session && { session }),
      };
      const data = await (handled.handler as unknown as Loose)(context, input, route.params);
      return okBody(route.call, data);
    };
    // A look that must leave a trace is written before the answer leaves.
    const leaveTraces = async () => {
      for (const trace of traces.splice(0)) await parts.audit(db, { actor, ...trace });
    };
    for (let attempt = 1; ; attempt += 1) {
      const prepared: unknown = await handled.prepare?.({ db, origin }, input as never);
      try {
        const body = isCommand
          ? await runCommand({ key, hmac, bUrl: request.bUrl, handled, effect: effect(prepared) })
          : await inReadOnly(db, async (tx) => effect(prepared)(tx, await appNow(tx)));
        await leaveTraces();
        if (isCommand) parts.wakeRelay();
        return body;
      } catch (error) {
        if (!(error instanceof DeadlineDueError) || attempt === PREPARE_TRIES) throw error;
      }
    }
  }

  return async (request, origin) => {
    try {
      return await dispatch(request, origin);
    } catch (error) {
      return errorBody(error, log, request.bUrl);
    }
  };
}
