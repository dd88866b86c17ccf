import type * as z from 'zod/mini';

export const OPERATOR_ROLES = ['support', 'reviewer', 'resolver', 'treasury', 'risk', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * Who may call. `anyone`: a key exchange is enough. `member`: a live session. `self`: a live session whose account is the
 * `{account}` of the path, where the path has one. `own`: a live session, and the handler shows only what belongs to it. `op:<role>`: an operator with
 * that role, or `admin`. `partner`: at the partner API only; through the proxy it answers 10392.
 */
export type Who = 'anyone' | 'member' | 'self' | 'own' | 'partner' | `op:${OperatorRole}`;

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
  /** `seed`: a path that was asked for, verbatim. `ours`: an address of our own. */
  readonly origin: 'seed' | 'ours';
  /** Absent until the handler exists; such a call answers 10404 (10392 where only a partner may call). */
  readonly schemas?: CallSchemas;
}

interface Options<M extends 'GET' | 'POST' = 'GET' | 'POST', S extends boolean = boolean> {
  readonly method?: M;
  readonly secret?: S;
  readonly origin?: 'seed' | 'ours';
}

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
  return {
    method: options.method ?? 'POST',
    kind,
    who: typeof who === 'string' ? [who] : who,
    secret: options.secret ?? false,
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
