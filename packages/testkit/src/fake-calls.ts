import { callOf, type BuiltPath, type CallInput, type CallOutput } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';

/** The server as far as the contract goes, for screens without one. It runs in a browser and in jsdom, so it does without Node. */

interface Asked<P extends BuiltPath> {
  params: Readonly<Record<string, string>>;
  input: CallInput<P>;
}

export type FakeHandlers = { [P in BuiltPath]?: (asked: Asked<P>) => CallOutput<P> };

/** Refuses, never answers, or answers when this has come. */
export type FakeBehaviour = AppError | 'silent' | Promise<void>;

export interface FakeCalls {
  callApi: <P extends BuiltPath>(path: P, args: object) => Promise<CallOutput<P>>;
  /** The calls that arrived, in order: what a screen really asked. */
  asked: { path: BuiltPath; input: unknown; transpass: string | undefined }[];
  /** From now on `path` behaves so; `undefined`: answers as always. */
  set: (path: BuiltPath, behaviour: FakeBehaviour | undefined) => void;
}

interface Options {
  /** Read anew for each call, so that a test may put another one in its place. */
  readonly handlers: FakeHandlers;
  /** The transaction secret, where the callers have one. */
  readonly transpass?: () => string;
}

/** Every input and every answer passes the schemas of its call, so a screen that works here speaks the contract. */
export function createFakeCalls({ handlers, transpass: secretOf }: Options): FakeCalls {
  const behaviours = new Map<BuiltPath, FakeBehaviour>();
  const asked: FakeCalls['asked'] = [];
  return {
    asked,
    set(path, behaviour) {
      if (behaviour === undefined) behaviours.delete(path);
      else behaviours.set(path, behaviour);
    },
    async callApi<P extends BuiltPath>(path: P, args: object): Promise<CallOutput<P>> {
      const {
        input = {},
        params = {},
        transpass,
      } = args as { input?: object; params?: Readonly<Record<string, string>>; transpass?: string };
      asked.push({ path, input, transpass });
      const behaviour = behaviours.get(path);
      if (behaviour === 'silent') return new Promise(() => {});
      await (behaviour instanceof Promise ? behaviour : Promise.resolve());
      if (behaviour instanceof AppError) throw behaviour;
      const { schemas, secret } = callOf(path);
      const handler = handlers[path];
      if (!schemas || !handler) throw appError('CALL_UNKNOWN');
      const read = schemas.input.safeParse(onTheWire(input));
      if (!read.success)
        throw appError('PARAMETERS_INVALID', { fields: read.error.issues.map((issue) => issue.path) });
      if (secret && transpass !== secretOf?.()) throw appError('TRANSACTION_SECRET_WRONG', { triesLeft: 4 });
      return schemas.output.parse(handler({ params, input: read.data as CallInput<P> })) as CallOutput<P>;
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
