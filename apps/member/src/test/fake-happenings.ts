import type { InboxRow } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { askOnce, type PromptName } from '#state/notifications/notices.ts';
import type { FakeServices } from './fake-services.ts';

/** What may happen while a picture's screen stands. It travels as the detail of the event `scene`. */
export type Happening =
  | { readonly is: 'offline' }
  | { readonly is: 'new-build' }
  | { readonly is: 'message'; readonly rows: readonly Partial<InboxRow>[] }
  | { readonly is: 'error'; readonly name: ErrorName; readonly data?: Readonly<Record<string, unknown>> }
  | { readonly is: 'prompt'; readonly name: PromptName }
  /** A session that another tab has ended. */
  | { readonly is: 'signed-out' }
  /** Whatever lies over the screen goes. */
  | { readonly is: 'quiet' };

const ROW: InboxRow = {
  seq: '900',
  type: '',
  title: '',
  content: '',
  extra: {},
  at: '2026-08-17T06:02:00.000Z',
};

/** A moment of the fake world: the network goes, a message comes, something fails. */
export function makeHappen({ network, deploy, notices, failures }: FakeServices, what: Happening): void {
  switch (what.is) {
    case 'offline':
      return network.setOnline(false);
    case 'new-build':
      return deploy();
    case 'message':
      return notices.change(() => ({
        rows: what.rows.map((row, index) => ({ ...ROW, seq: String(900 + index), ...row })),
      }));
    case 'error':
      return failures.report(new AppError(what.name, what.data));
    case 'prompt':
      return notices.change(askOnce(what.name));
    case 'signed-out':
      return notices.change(() => ({ quietEnd: 'signed-out' }));
    case 'quiet':
      return notices.change(() => ({
        errors: [],
        rows: [],
        safety: [],
        popUps: [],
        prompts: [],
        answered: [],
      }));
  }
}
