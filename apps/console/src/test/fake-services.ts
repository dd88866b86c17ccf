import type { BuiltPath, CallOutput } from '@holdfast/contract/calls';
import type { OperatorRole } from '@holdfast/contract/operators';
import { createFailures } from '@holdfast/client/calls';
import { pageStorage } from '@holdfast/client/storage';
import { createFakeCalls, type FakeCalls, type FakeHandlers } from '@holdfast/testkit/fake-calls';
import { createColumnChoices } from '#state/columns.ts';
import { createDrafts } from '#state/drafts.ts';
import { createOperatorSession } from '#state/session.ts';
import type { Services } from '#state/services.tsx';
import { createSettings } from '#state/settings.ts';
import { FAKE_NOW } from './fake-times.ts';
import { me } from './answers/me.ts';
import { fakeFiles } from './fake-files.ts';

/** What the fake server answers, call by call. Each passes the schema of its call. */
export type FakeAnswers = { readonly [P in BuiltPath]?: CallOutput<P> };

export interface FakeServices extends Services {
  readonly server: Pick<FakeCalls, 'asked' | 'set'>;
  /** What the server answers from now on. */
  readonly handlers: FakeHandlers;
}

interface Options {
  /** Left out: nobody is signed in. */
  readonly role?: OperatorRole | undefined;
  readonly answers?: FakeAnswers;
  readonly shared?: Storage;
  readonly settings?: Storage;
  /** The live stream; left out: there is none. */
  readonly live?: Services['live'] | undefined;
}

export const handlersOf = (answers: FakeAnswers): FakeHandlers =>
  Object.fromEntries(Object.entries(answers).map(([path, answer]) => [path, () => answer]));

/** Everything a screen of the console needs, in memory; the server is a table of answers. */
export function fakeServices({
  role,
  answers = {},
  shared = pageStorage(),
  settings = pageStorage(),
  live,
}: Options): FakeServices {
  const own = me(role ?? 'admin');
  const handlers = handlersOf({ '/operator/me': own, ...answers });
  const { callApi, ...server } = createFakeCalls({ handlers });
  const session = createOperatorSession(shared, pageStorage());
  const { email, name } = own;
  if (role) session.begin({ email, name, role, access_token: 'x'.repeat(43), uid: 'operator-7' });
  return {
    callApi,
    files: async () => fakeFiles,
    live,
    server,
    handlers,
    drafts: createDrafts(pageStorage()),
    columns: createColumnChoices(settings),
    failures: createFailures(),
    session,
    settings: createSettings(settings, ['zh-TW']),
    serverNow: () => FAKE_NOW,
    signOut: session.end,
  };
}
