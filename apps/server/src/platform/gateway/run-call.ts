import { needsNoSession, proofsOf, type Call } from '@holdfast/contract/calls';
import { isFailure } from '@holdfast/contract/errors';
import { defined, type AppError } from '@holdfast/kernel';
import type { OpenedRequest } from '@holdfast/secure-channel/node';
import type { Audit, Trace } from '#platform/audit/audit.ts';
import { inReadOnly, isDatabaseDown, type Database, type Tx } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { readMoment, type Moment } from '#platform/settings/settings.store.ts';
import type { SettingsReader } from '#platform/settings/settings.ts';
import { createGroups } from '#platform/queues/groups.ts';
import type { Admission } from './admission.ts';
import type {
  AnyGrouped,
  AnyHandled,
  AnyoneContext,
  CallTable,
  Operator,
  Origin,
  Session,
} from './call-table.ts';
import type { Guards } from './guards.ts';
import type { Command, Commands } from './idempotency.ts';
import { asProof, errorBody, isRefusal, okBody } from './reply.ts';
import type { Route } from './router.ts';

/** The transaction of a call, behind all guards: alone, or several commands of one key together. */

export interface RunParts {
  readonly db: Database;
  readonly guards: Guards;
  readonly audit: Audit;
  readonly log: Log;
  readonly commands: Commands;
  readonly admission: Admission;
  readonly assetsUrl: string;
  readonly settings: SettingsReader;
  /** Called after a command's commit: the outbox may have new hints. */
  readonly wakeRelay: () => void;
}

/** A request with its call. */
export interface Called {
  readonly request: OpenedRequest;
  readonly origin: Origin;
  readonly route: Route;
  readonly handled: AnyHandled;
  readonly deviceHash: Buffer;
}

/** The same with its caller, if the call needs one. */
export interface Admitted extends Called {
  readonly session: Session | undefined;
  readonly operator: Operator | undefined;
  /** `member:<id>`, `operator:<id>`, or `device:<hash>` before sign-in. */
  readonly actor: string;
}

/** The result of work before the transaction. */
export type Outcome<T> = { readonly value: T } | { readonly refusal: AppError };

/** Runs `work` with the secret of the call. Its refusal is one of a proof, unless the call has none: its answer is a credential. */
export async function withSecret(call: Call, work: () => Promise<void>): Promise<void> {
  if (!call.secret) return undefined;
  return proofsOf(call).includes('transpass') ? asProof(work) : work();
}

/** A call that may run. */
export interface Ready {
  readonly admitted: Admitted;
  readonly command: Command | undefined;
  readonly input: Outcome<unknown>;
  readonly prepared: Outcome<unknown>;
}

function contextOf(
  { settings, assetsUrl }: RunParts,
  { admitted, command, prepared }: Ready,
  { tx, moment, audit }: Pick<AnyoneContext, 'tx' | 'audit'> & { readonly moment: Moment },
): AnyoneContext & { readonly prepared: unknown } {
  const { request, origin, session, operator, deviceHash } = admitted;
  const { device, sid } = request;
  return {
    tx,
    now: moment.now,
    settings: () => settings.at(tx, moment),
    device,
    deviceHash,
    origin,
    assetsUrl,
    rid: command?.rid,
    sid,
    audit,
    prepared: 'value' in prepared ? prepared.value : undefined,
    ...(session && { session }),
    ...(operator && { operator }),
  };
}

/** The traces of one call, of its last try. */
function tracesOf({ audit }: RunParts, { admitted: { actor } }: Ready) {
  const traces: Trace[] = [];
  return {
    add: (trace: Trace) => void traces.push(trace),
    clear: () => void (traces.length = 0),
    write: async (to: Database | Tx) => audit(to, ...traces.map((trace) => ({ actor, ...trace }))),
  };
}

/** Runs a call in a transaction of its own. */
export async function runAlone(parts: RunParts, ready: Ready): Promise<string> {
  const { db, commands, guards, admission } = parts;
  const { admitted, command, input, prepared } = ready;
  const { request, route, handled, session, operator, actor, deviceHash } = admitted;
  const traces = tracesOf(parts, ready);
  const hold = async (tx: Tx) => {
    if (session) await guards.recheckSession(tx, session);
    if (operator) await guards.recheckOperator(tx, operator);
  };
  const effect = async (tx: Tx, moment: Moment) => {
    traces.clear(); // the transaction may be a retry
    if ('refusal' in input) throw input.refusal;
    if ('refusal' in prepared) throw prepared.refusal;
    await withSecret(route.call, async () => {
      if (session) await guards.redeemStepUp(tx, session, request.pairs.get('transpass'), deviceHash);
    });
    const context = contextOf(parts, ready, { tx, moment, audit: traces.add });
    return okBody(route.call, await handled.handler(context, input.value, route.params));
  };
  if (command) {
    const { members, anyone } = admission.transactions;
    return (needsNoSession(route.call) ? anyone : members).run(
      () => commands.run(command, { hold, run: effect, after: traces.write }),
      actor,
    );
  }
  const body = await inReadOnly(db, async (tx) => effect(tx, await readMoment(tx)));
  await traces.write(db); // a read that is audited is audited before its answer leaves
  return body;
}

/** A command of a signed-in member that may run in a group. */
interface Groupable extends Ready {
  readonly command: Command;
  readonly input: { readonly value: unknown };
  readonly admitted: Admitted & { readonly session: Session };
}

/** Several commands in one transaction. Undefined for one whose session cannot be held at once. */
async function runTogether(
  parts: RunParts,
  grouped: AnyGrouped,
  group: readonly Groupable[],
): Promise<(PromiseSettledResult<string> | undefined)[]> {
  const { commands, guards, log } = parts;
  const traces = group.map((ready) => tracesOf(parts, ready));
  const traceOf = (ready: Groupable) => defined(traces[group.indexOf(ready)], 'each has its traces');
  return commands.runTogether(
    group.map((ready) => ({ ...ready.command, ready })),
    {
      async hold(tx) {
        const held = await guards.recheckSessions(
          tx,
          group.map(({ admitted }) => admitted.session),
        );
        return ({ ready }) => held.has(ready.admitted.session.id);
      },
      async run(tx, moment, claimed) {
        const members = claimed.map(({ ready }) => {
          const trace = traceOf(ready);
          trace.clear(); // the transaction may be a retry
          return {
            context: contextOf(parts, ready, { tx, moment, audit: trace.add }),
            input: ready.input.value,
          };
        });
        const outcomes = await grouped.handler(tx, members);
        return claimed.map(({ ready: { admitted } }, index) => {
          const outcome = defined(outcomes[index], 'each of a group has an outcome');
          if ('output' in outcome) return okBody(admitted.route.call, outcome.output);
          if (!isRefusal(outcome.refusal)) throw outcome.refusal; // never stored
          return errorBody(outcome.refusal, log, admitted.request.bUrl);
        });
      },
      async after(tx) {
        for (const trace of traces) await trace.write(tx);
      },
    },
  );
}

/** A group that fails as a whole has done nothing: its commands run one by one, so that each has an outcome of its own. */
async function runGroup(
  parts: RunParts,
  grouped: AnyGrouped,
  group: readonly Groupable[],
): Promise<PromiseSettledResult<string>[]> {
  let results: (PromiseSettledResult<string> | undefined)[] = [];
  if (group.length > 1) {
    try {
      results = await parts.admission.transactions.members.run(() => runTogether(parts, grouped, group));
    } catch (error) {
      if (isDatabaseDown(error) || isFailure(error, 'OVERLOADED')) throw error; // one by one they would only wait longer
      parts.log.warn({ err: error, commands: group.length }, 'a group of commands runs one by one');
    }
  }
  for (const [index, ready] of group.entries()) {
    const [result] = results[index] ? [results[index]] : await Promise.allSettled([runAlone(parts, ready)]);
    results[index] = result;
  }
  return group.map((_, index) => defined(results[index], 'each of a group has a result'));
}

/** Runs calls: those that may be grouped in groups, the others alone. */
export function createRunner(parts: RunParts, table: CallTable): (ready: Ready) => Promise<string> {
  const groups = new Map(
    Object.entries(table as Readonly<Record<string, AnyHandled>>).flatMap(([path, { grouped }]) =>
      grouped
        ? [
            [
              path,
              createGroups(grouped.limits, (group: readonly Groupable[]) => runGroup(parts, grouped, group)),
            ],
          ]
        : [],
    ),
  );

  function run(ready: Ready): Promise<string> {
    const { admitted, command, input } = ready;
    const { route, handled, session, actor } = admitted;
    const group = groups.get(route.path);
    if (!group || !handled.grouped || !command || !session || route.call.secret || !('value' in input))
      return runAlone(parts, ready);
    return group(handled.grouped.keyOf(input.value), actor, {
      ...ready,
      command,
      input,
      admitted: { ...admitted, session },
    });
  }

  return async (ready) => {
    const body = await run(ready);
    if (ready.command) parts.wakeRelay();
    return body;
  };
}
