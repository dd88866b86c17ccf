import type * as z from 'zod/mini';
import { ANSWER_KEPT_MINUTES_MAX } from '../constants.ts';
import type { OperatorRole } from '../operators/permissions.ts';
import { holdsSecret, proofFieldsOf } from '../wire/field.ts';

/**
 * Who may call. `anyone`: a key exchange is enough. `member`: a live session. `self`: a live session whose account is the
 * `{account}` of the path, where the path has one. `own`: a live session, and the handler shows only what belongs to it. `op:<role>`: an operator with
 * that role, or `admin`. `console`: a key exchange at the console is enough. `partner`: at the partner API only; through the proxy it answers
 * 10392.
 */
export type Who = 'anyone' | 'member' | 'self' | 'own' | 'console' | 'partner' | `op:${OperatorRole}`;

/** Where a call is answered: at the member app's origin, or at the console's. */
export type Surface = 'member' | 'console';

/** A caller of one origin is nobody at the other one, so no session of the one opens anything of the other. */
export function isAnsweredAt(surface: Surface, { who }: Pick<Call, 'who'>): boolean {
  const isOperators = (one: Who) => one === 'console' || one.startsWith('op:');
  return who.some((one) => one === 'partner' || isOperators(one) === (surface === 'console'));
}

/** Whether a key exchange is enough to make the call. */
export const needsNoSession = ({ who }: Pick<Call, 'who'>): boolean =>
  who.some((one) => one === 'anyone' || one === 'console');

type Schema = z.ZodMiniType;

export interface CallSchemas<Input extends Schema = Schema, Output extends Schema = Schema> {
  /** The pairs of the request without those of the envelope (`device`, `checksum`, `active`, `transpass`). Values are texts. */
  readonly input: Input;
  /** `data` of the reply. What it does not list cannot leave the server. */
  readonly output: Output;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** `read` runs in a read-only transaction; `write` carries a RID and runs exactly once; `stream` is a /proxystream. */
  readonly kind: 'read' | 'write' | 'stream';
  readonly who: readonly Who[];
  /** Asks the transaction secret (pair `transpass`). */
  readonly secret: boolean;
  /** Minutes for which a command's answer is stored under its RID, and for which a device remembers a command of unknown outcome. */
  readonly keptMinutes: number;
  /**
   * Once more does no harm: it sets something. A try whose answer was lost is repeated under its RID for some minutes, and only until anything else
   * that the person did has been answered. What is asked after that is meant anew: who has blocked, unblocked and blocks again shall not get the
   * answer of the first time.
   */
  readonly repeatable: boolean;
  /** Ends the session that it is sent in, so a try in another session is another command. */
  readonly endsSession: boolean;
  /**
   * The session goes on under another token, the `access_token` of the answer: what a session rests on has changed, so a copy of the old one
   * must be out.
   */
  readonly renewsSession: boolean;
  /** `seed`: a path that was asked for, verbatim. `ours`: an address of our own. */
  readonly origin: 'seed' | 'ours';
  /** Absent until the handler exists; such a call answers 10404 (10392 where only a partner may call). */
  readonly schemas?: CallSchemas;
}

interface Options<M extends 'GET' | 'POST' = 'GET' | 'POST', S extends boolean = boolean> {
  readonly method?: M;
  readonly secret?: S;
  /**
   * Seven days by default, fifteen minutes where anyone may call, the session's token is renewed, or once more does no harm. Less for an answer that is of
   * no use later: its token or the code that was sent has expired.
   */
  readonly keptMinutes?: number;
  readonly repeatable?: boolean;
  readonly endsSession?: boolean;
  readonly renewsSession?: boolean;
  readonly origin?: 'seed' | 'ours';
}

/** For a message: the same words after so long are another one, and before it a second try of the first. */
export const MESSAGE_KEPT_MINUTES = 15;
/** Where anyone may call, where the answer holds a session's token, and where once more does no harm. */
const SHORT_KEPT_MINUTES = 15;

type Built<K extends Call['kind'], W extends Who, S> = Omit<Call, 'kind' | 'who' | 'schemas'> & {
  readonly kind: K;
  readonly who: readonly W[];
} & S;

function build<K extends Call['kind'], W extends Who, S extends object>(
  kind: K,
  who: W | readonly W[],
  options: Options,
  schemas: S,
): Built<K, W, S> {
  const callers: readonly W[] = typeof who === 'string' ? [who] : who;
  const { renewsSession = false, repeatable = false } = options;
  const isOpen = needsNoSession({ who: callers });
  return {
    method: options.method ?? 'POST',
    kind,
    who: callers,
    secret: options.secret ?? false,
    keptMinutes:
      options.keptMinutes ??
      (isOpen || renewsSession || repeatable ? SHORT_KEPT_MINUTES : ANSWER_KEPT_MINUTES_MAX),
    repeatable,
    endsSession: options.endsSession ?? false,
    renewsSession,
    origin: options.origin ?? 'seed',
    ...schemas,
  };
}

type Has<I extends Schema, O extends Schema> = { readonly schemas: CallSchemas<I, O> };
type None = { readonly schemas?: never };

/** A call that reads. Without schemas it is declared but not built yet. */
export function read<W extends Who>(who: W | readonly W[], options?: Options): Built<'read', W, None>;
export function read<W extends Who, I extends Schema, O extends Schema>(
  who: W | readonly W[],
  options: Options,
  schemas: CallSchemas<I, O>,
): Built<'read', W, Has<I, O>>;
/* @__NO_SIDE_EFFECTS__ */
export function read(who: Who | readonly Who[], options: Options = {}, schemas?: CallSchemas): Call {
  return build('read', who, options, schemas ? { schemas } : {});
}

/** A call that changes something: it carries a RID and has exactly one effect. */
export function write<W extends Who>(who: W | readonly W[], options?: Options): Built<'write', W, None>;
export function write<W extends Who, I extends Schema, O extends Schema>(
  who: W | readonly W[],
  options: Options,
  schemas: CallSchemas<I, O>,
): Built<'write', W, Has<I, O>>;
/* @__NO_SIDE_EFFECTS__ */
export function write(who: Who | readonly Who[], options: Options = {}, schemas?: CallSchemas): Call {
  return build('write', who, options, schemas ? { schemas } : {});
}

/** An address of /proxystream. */
/* @__NO_SIDE_EFFECTS__ */
export function stream<W extends Who>(
  who: W | readonly W[],
  options: Options = {},
): Built<'stream', W, None> {
  return build('stream', who, { method: 'GET', origin: 'ours', ...options }, {});
}

/** Every request asks, and a call never changes. */
const proofs = new WeakMap<Call, readonly string[]>();

/**
 * The pairs of a command that are proofs: the transaction secret (or the step-up ticket in its place) and the fields that are marked so.
 * They are no part of the body, so that a mistyped secret does not turn a second try into another command. Where the answer holds a
 * credential nothing is a proof: a RID alone must not open it.
 */
export function proofsOf(call: Call): readonly string[] {
  const known = proofs.get(call);
  if (known) return known;
  const { secret, schemas } = call;
  const own = [...(secret ? ['transpass'] : []), ...(schemas ? proofFieldsOf(schemas.input) : [])];
  const found = schemas && holdsSecret(schemas.output) ? [] : own;
  proofs.set(call, found);
  return found;
}
