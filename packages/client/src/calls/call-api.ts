import type { BuiltPath, CallInput, CallOutput, ParamsOf } from '@holdfast/contract/calls';
import { ERRORS, findErrorByCode } from '@holdfast/contract/errors';
import { bUrlOf, toPairs } from '@holdfast/contract/wire';
import { AppError } from '@holdfast/kernel';
import type { CallSession } from './session.ts';
import type { CallRecord } from '../debug-log/debug-log.ts';
import { ChannelFailure, toChannelFailure, type Channel } from './channel.ts';
import type { Failures } from './failures.ts';
import { CALL_FACTS } from './generated/call-facts.ts';
import { commandFingerprint, type IdempotencyKeys } from './idempotency-keys.ts';

type Params<P extends BuiltPath> = [ParamsOf<P>] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<ParamsOf<P>, string>> };

/** The input of a call with a JSON field as the value it stands for; texts go as they are. */
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
  channel: Channel;
  session: CallSession;
  idempotencyKeys: IdempotencyKeys;
  failures: Failures;
  /** Called before each call that a person stands behind. */
  onPersonalCall?: () => void;
  /** Hears of every call when it is over, for the debug log. The envelope and the transaction secret are no part of it. */
  record?: (call: CallRecord) => void;
}

export function createCallApi({
  channel,
  session,
  idempotencyKeys,
  failures,
  onPersonalCall,
  record,
}: Dependencies): CallApi {
  let signIns = 0;
  session.onSignIn(() => void (signIns += 1));
  async function callApi<P extends BuiltPath>(path: P, args: CallArguments<P>): Promise<CallOutput<P>> {
    const facts = CALL_FACTS[path];
    const bUrl = bUrlOf(path, args.params);
    const inputPairs = toPairs(args.input ?? {});
    if (!args.isBackground) onPersonalCall?.();
    const at = Date.now();
    const uid = uidOf(session);
    const signedIn = signIns;
    const fingerprint = facts.includes('command') ? await commandFingerprint(bUrl, inputPairs) : undefined;
    const noteCall = (outcome: Pick<CallRecord, 'output' | 'error'>) =>
      record?.({ path, at, tookMs: Date.now() - at, input: args.input ?? {}, ...outcome });
    try {
      const proof = facts.includes('anyone') ? [] : await proofOf(session, channel);
      // Under the PIN lock a call may wait for long. It goes out for the member who made it or not at all, which ends no earlier try of it.
      if (uidOf(session) !== uid) throw new ChannelFailure(new AppError('NOT_SIGNED_IN'), false);
      const answer = await channel.call({
        endpoint: facts.includes('get') ? '/proxyget' : '/proxypost',
        bUrl,
        rid: fingerprint === undefined ? undefined : idempotencyKeys.ridOf(fingerprint),
        pairs: [
          ...proof,
          ...(args.isBackground ? [] : [['active', '1'] as const]),
          ...inputPairs,
          ...(args.transpass === undefined ? [] : [['transpass', args.transpass] as const]),
        ],
      });
      const data = openReply(answer.body, answer.transmissions);
      if (fingerprint !== undefined) idempotencyKeys.end(fingerprint);
      noteCall({ output: data });
      return data as CallOutput<P>;
    } catch (cause) {
      const { error, isOutcomeKnown } = toFailure(cause);
      if (fingerprint !== undefined && isOutcomeKnown) idempotencyKeys.end(fingerprint);
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

/** The session proof that goes with every authenticated call (decision 4). Without member data the server says 10301 itself. */
export async function proofOf(
  session: Pick<CallSession, 'read' | 'token'>,
  channel: Pick<Channel, 'sessionProof'>,
  use: 'calls' | 'hints' = 'calls',
): Promise<(readonly [string, string])[]> {
  const token = await session.token(use);
  const member = session.read();
  if (!member || token === undefined) return [];
  const { account } = member.login;
  const { device } = member.vehicle;
  return [
    ['device', device],
    ['checksum', await channel.sessionProof({ account, device, token })],
  ];
}

interface Reply {
  errorCode: number;
  errorMessage: string;
  data: unknown;
}

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

function toFailure(cause: unknown): { error: AppError; isOutcomeKnown: boolean } {
  if (!(cause instanceof Refused)) return toChannelFailure(cause);
  const { errorCode, errorMessage, data } = cause.reply;
  const name = findErrorByCode(errorCode);
  // A newer server may refuse in ways this build has no name for; its own text is then what a person reads.
  const error = new AppError(name ?? `CODE_${errorCode}`, { ...asRecord(data), errorCode, errorMessage });
  // A fault, and a session that ended between two transmissions, may both follow an effect that did happen (decision 2).
  const isOpen = name === 'DATABASE_UNAVAILABLE' || (endsSession(error) && cause.transmissions > 1);
  return { error, isOutcomeKnown: !isOpen };
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
  const name = error.code;
  return Object.hasOwn(ERRORS, name) && ERRORS[name as keyof typeof ERRORS].signsOut;
}
