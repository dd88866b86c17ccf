import type { BuiltPath, CallInput, CallOutput, ParamsOf } from '@holdfast/contract/calls';
import { bUrlOf, toPairs } from '@holdfast/contract/wire';
import { AppError } from '@holdfast/kernel';
import { factsOf, type CallFacts, type CallTable } from './call-facts.ts';
import type { CallSession } from './session.ts';
import type { CallRecord } from '../debug-log/debug-log.ts';
import { ChannelFailure, toChannelFailure, type Channel, type Reply } from './channel.ts';
import { errorEntry, findErrorName } from './error-catalogue.ts';
import type { Failures } from './failures.ts';
import type { CommandBody, IdempotencyKeys, PendingCommand } from './idempotency-keys.ts';
import { createRenewal } from './renewal.ts';
import { proofOf } from './session-proof.ts';

type Params<P extends BuiltPath> = [ParamsOf<P>] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<ParamsOf<P>, string>> };

/** Required unless the call takes nothing, or nothing that it needs. */
type Input<P extends BuiltPath> =
  CallInput<P> extends Record<string, never>
    ? { input?: never }
    : Partial<CallInput<P>> extends CallInput<P>
      ? { input?: CallInput<P> }
      : { input: CallInput<P> };

export type CallArguments<P extends BuiltPath> = Params<P> &
  Input<P> & {
    /** The transaction secret, for the calls that ask it. */
    transpass?: string;
    /** Nobody acted: a poll, a refetch, a stream. Such a call does not keep the session awake. */
    isBackground?: boolean;
  };

/** Makes a call of the contract. Throws `AppError` and nothing else on purpose; shows nothing and goes nowhere. */
export type CallApi = <P extends BuiltPath>(path: P, ...args: [CallArguments<P>]) => Promise<CallOutput<P>>;

interface Dependencies {
  /** The calls of this app. */
  calls: CallTable;
  channel: Channel;
  session: CallSession;
  idempotencyKeys: Pick<IdempotencyKeys, 'begin'>;
  failures: Failures;
  /** Called when a command may have gone through without an answer: what is on the screen may be older than that. */
  onUnsure?: () => void;
  /** Called before each call that a person stands behind. */
  onPersonalCall?: () => void;
  /** Hears of every call when it is over, for the debug log. The envelope and the transaction secret are no part of it. */
  record?: (call: CallRecord) => void;
}

export function createCallApi({
  calls,
  channel,
  session,
  idempotencyKeys,
  failures,
  onUnsure,
  onPersonalCall,
  record,
}: Dependencies): CallApi {
  const renewal = createRenewal({ channel, session });
  let signIns = 0;
  session.onSignIn(() => void (signIns += 1));
  async function callApi<P extends BuiltPath>(path: P, args: CallArguments<P>): Promise<CallOutput<P>> {
    const how = factsOf(calls, path);
    const { facts } = how;
    const bUrl = bUrlOf(path, args.params);
    const inputPairs = toPairs(args.input ?? {});
    if (!args.isBackground) onPersonalCall?.();
    const at = Date.now();
    const uid = uidOf(session);
    const signedIn = signIns;
    let command: PendingCommand | undefined;
    const noteCall = (outcome: Pick<CallRecord, 'output' | 'error'>) =>
      record?.({ path, at, tookMs: Date.now() - at, input: args.input ?? {}, ...outcome });
    try {
      const proof = facts.includes('anyone') ? [] : await proofOf(session, channel);
      // Under the PIN lock a call may wait for long. It goes out for the member who made it or not at all, which ends no earlier try of it.
      if (uidOf(session) !== uid) throw new ChannelFailure(new AppError('NOT_SIGNED_IN'), 0);
      const pairs = [
        ...inputPairs,
        ...(args.transpass === undefined ? [] : [['transpass', args.transpass] as const]),
      ];
      const scope = scopeOf(facts, { uid, proof });
      if (scope !== undefined)
        command = await beginCommand(idempotencyKeys, {
          how,
          scope,
          bUrl,
          pairs,
          isBackground: args.isBackground ?? false,
        });
      const answer = await renewal.send({
        endpoint: facts.includes('get') ? '/proxyget' : '/proxypost',
        bUrl,
        rid: command?.rid,
        uid,
        proof,
        pairs: [...(args.isBackground ? [] : [['active', '1'] as const]), ...pairs],
        renewsSession: facts.includes('renewsSession'),
      });
      const data = openReply(answer.body, answer.transmissions);
      command?.end();
      noteCall({ output: data });
      return data as CallOutput<P>;
    } catch (cause) {
      const error = settle(command, await toFailure(cause));
      if (isUnsure(error)) onUnsure?.();
      noteCall({ error: toErrorRecord(error) });
      // The end of a session that is over already is no news, and must not end the one that came after it.
      const isOver = uidOf(session) !== uid || signIns !== signedIn;
      if (endsSession(error) && !isOver) failures.report(error);
      throw error;
    }
  }
  return callApi;
}

const uidOf = (session: CallSession): string | undefined => session.read()?.login.uid;

/** A refusal as it came, with what the client needs to know about the outcome behind it. */
class Refused extends Error {
  readonly reply: Reply;
  readonly transmissions: number;
  constructor(reply: Reply, transmissions: number) {
    super(reply.errorMessage);
    this.reply = reply;
    this.transmissions = transmissions;
  }
}

function openReply(body: string, transmissions: number): unknown {
  const reply = JSON.parse(body) as Reply;
  if (reply.errorCode !== 0) throw new Refused(reply, transmissions);
  return reply.data;
}

/** A call that failed, with how often it was sent and whether what came back is the server's last word on it. */
interface Failure {
  readonly error: AppError;
  readonly transmissions: number;
  readonly isAnswered: boolean;
}

async function toFailure(cause: unknown): Promise<Failure> {
  if (!(cause instanceof Refused)) return { ...toChannelFailure(cause), isAnswered: false };
  const { errorCode, errorMessage, data } = cause.reply;
  const name = await findErrorName(errorCode);
  // A newer server may refuse in ways this build has no name for; its own text is then what a person reads.
  const error = new AppError(name ?? `CODE_${errorCode}`, { ...asRecord(data), errorCode, errorMessage });
  return { error, transmissions: cause.transmissions, isAnswered: true };
}

/**
 * Whose command it is: a member's over all their sessions, anybody's, or one session's where the command ends it. Undefined for a call
 * that is no command.
 */
function scopeOf(
  facts: readonly string[],
  { uid = '', proof }: { uid: string | undefined; proof: readonly (readonly [string, string])[] },
): string | undefined {
  if (!facts.includes('command')) return undefined;
  if (facts.includes('anyone')) return '';
  return facts.includes('endsSession') ? JSON.stringify(proof) : uid;
}

async function beginCommand(
  keys: Pick<IdempotencyKeys, 'begin'>,
  { how, pairs, ...body }: { how: CallFacts } & Omit<CommandBody, 'keptMinutes' | 'isRepeatable'>,
): Promise<PendingCommand> {
  const command = await keys.begin({
    ...body,
    pairs: pairs.filter(([name]) => !how.proofs.includes(name)),
    keptMinutes: how.keptMinutes,
    isRepeatable: how.facts.includes('repeatable'),
  });
  if (!command) throw new AppError('OUTCOME_UNKNOWN');
  return command;
}

const namesRid = ({ code, data }: AppError): boolean =>
  code === 'PARAMETERS_INVALID' && Array.isArray(data['fields']) && data['fields'].includes('RID');

/**
 * Ends a command or keeps it, and returns the error with what is known of the outcome. Once a command was sent, only an answer that the
 * server has stored under its RID ends it; the server says `open` in every other one (decision 2).
 */
function settle(
  command: PendingCommand | undefined,
  { error, transmissions, isAnswered }: Failure,
): AppError {
  if (!command) return error;
  if (isAnswered && error.data['open'] !== true) {
    command.end();
    return namesRid(error) ? new AppError('OUTCOME_UNKNOWN', {}, { cause: error }) : error;
  }
  const isUnsureNow = transmissions > (isAnswered ? 1 : 0);
  command.keep({ isUnsure: isUnsureNow });
  if (!isUnsureNow && !command.wasUnsure) return error;
  return new AppError(error.code, { ...error.data, mayHaveRun: true }, { cause: error });
}

/** Whether what a person wanted done may have been done although there was no answer that says so. */
export function isUnsure({ code, data }: AppError): boolean {
  return code === 'OUTCOME_UNKNOWN' || data['mayHaveRun'] === true;
}

function toErrorRecord({ code: name, data }: AppError): NonNullable<CallRecord['error']> {
  const code = data['errorCode'];
  return typeof code === 'number' ? { name, code } : { name };
}

function asRecord(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}

/** Whether the error means that there is no session any more. */
export function endsSession(error: AppError): boolean {
  return errorEntry(error.code)?.signsOut === true;
}
