import { callOf, type BuiltPath, type CallInput, type CallOutput } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import * as z from 'zod/mini';
import type { CallApi, CallArguments } from '@holdfast/client/calls';
import { codeHandlers } from './fake-codes.ts';
import { passwordHandlersOf } from './fake-passwords.ts';
import { securityHandlersOf } from './fake-security.ts';
import { bankCardHandlers } from './fake-bank-cards.ts';
import { listingHandlers } from './fake-listings.ts';
import { orderHandlers } from './fake-orders.ts';
import { realNameHandlers } from './fake-real-name.ts';
import { signedInAs, signInHandlers } from './fake-sign-in.ts';
import { instantAt } from './fake-times.ts';
import { uploadHandlers } from './fake-uploads.ts';
import { walletHandlers } from './fake-wallet.ts';
import type { FakeWorld } from './fake-world.ts';

interface Asked<P extends BuiltPath> {
  params: Readonly<Record<string, string>>;
  input: CallInput<P>;
}

export type Handlers = { [P in BuiltPath]?: (asked: Asked<P>) => CallOutput<P> };

export interface FakeServer {
  callApi: CallApi;
  world: FakeWorld;
  /** The calls that arrived, in order: what a screen really asked. */
  asked: { path: BuiltPath; input: unknown; transpass: string | undefined }[];
  /** From now on `path` refuses with this error, never answers, answers when this has come, or answers as always (`undefined`). */
  set: (path: BuiltPath, behaviour: Behaviour | undefined) => void;
}

type Behaviour = AppError | 'silent' | Promise<void>;

/**
 * The server as far as the contract goes: every input and every answer passes the schemas of its call, so a screen that works
 * here speaks the contract. It keeps no ledger; it moves just enough for a screen to see that something happened.
 */
export function createFakeServer(world: FakeWorld): FakeServer {
  const behaviours = new Map<BuiltPath, Behaviour>();
  const asked: FakeServer['asked'] = [];
  const handlers: Handlers = handlersOf(world);

  async function callApi<P extends BuiltPath>(path: P, args: CallArguments<P>): Promise<CallOutput<P>> {
    const {
      input = {},
      params = {},
      transpass,
    } = args as {
      input?: object;
      params?: Readonly<Record<string, string>>;
      transpass?: string;
    };
    asked.push({ path, input, transpass });
    const behaviour = behaviours.get(path);
    if (behaviour === 'silent') return new Promise(() => {});
    await (behaviour instanceof Promise ? behaviour : Promise.resolve());
    if (behaviour instanceof AppError) throw behaviour;
    const { schemas, secret } = callOf(path);
    const handler = handlers[path];
    if (!schemas || !handler) throw appError('CALL_UNKNOWN');
    const read = z.safeParse(schemas.input, onTheWire(input));
    if (!read.success) throw appError('PARAMETERS_INVALID', { fields: read.error.issues.map((i) => i.path) });
    if (secret && transpass !== world.member.transpass)
      throw appError('TRANSACTION_SECRET_WRONG', { triesLeft: 4 });
    return z.parse(schemas.output, handler({ params, input: read.data as CallInput<P> })) as CallOutput<P>;
  }

  return {
    callApi,
    world,
    asked,
    set(path, behaviour) {
      if (behaviour === undefined) behaviours.delete(path);
      else behaviours.set(path, behaviour);
    },
  };
}

/** Structured values travel as JSON text; the schema reads them back. */
function onTheWire(input: object): object {
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]: [string, unknown]) =>
      value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

function handlersOf(world: FakeWorld): Handlers {
  return {
    ...signInHandlers(world),
    ...securityHandlersOf(world),
    ...passwordHandlersOf(world),
    '/member/checkVersion': () => ({
      minimumVersion: world.minimumVersion ?? '0.1.0',
      newestVersion: world.newestVersion ?? '0.1.0',
      storeUrl: null,
      features: { pinLock: true, realNameCheck: world.realNameCheck ?? false },
      supportUrl: world.supportUrl ?? 'https://support.example/',
      introVideoUrl: world.introVideoUrl ?? null,
      maintenanceUntil: world.maintenanceUntil ?? null,
      maintenancePlanned: world.maintenancePlanned ?? null,
      serverTime: instantAt(world.now),
    }),
    '/member/notification/list': ({ input: { newestFirst } }) => ({
      items: newestFirst ? world.messages.toReversed() : [],
      next: null,
      safety: world.safety ?? [],
    }),
    '/member/notification/seen': ({ input: { seq } }) => {
      world.safety = (world.safety ?? []).filter((row) => BigInt(row.seq) > BigInt(seq));
      return {};
    },
    ...codeHandlers(world, signedInAs(world)),
    ...realNameHandlers(world),
    ...uploadHandlers(world),
    ...bankCardHandlers(world),
    ...walletHandlers(world),
    ...listingHandlers(world),
    ...orderHandlers(world),
  };
}
