import type { InboxRow } from '@holdfast/contract/calls';
import type { AppError } from '@holdfast/kernel';
import type { Failures } from '@holdfast/client/calls';
import { quietEndOf, type QuietEnd } from '../session/session-end.ts';
import { addError } from './waiting-errors.ts';

/** A question of the app's own with two answers (the pop-up notice of spec 2). Its texts are in the member's language already. */
export interface PopUp {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly onConfirm: () => void;
}

export const PROMPTS = ['password-expired', 'real-name', 'debug-log', 'notification-permission'] as const;
export type PromptName = (typeof PROMPTS)[number];

/** Everything that waits to be shown over the screens. Which of it is on top is the shell's queue to say. */
export interface Waiting {
  readonly errors: readonly AppError[];
  /** How a session ended of which no dialog speaks; the sign-in page says it until the next sign-in. */
  readonly quietEnd: QuietEnd | undefined;
  readonly rows: readonly InboxRow[];
  /** Notices about the account's safety that this install must show. They come before the other messages. */
  readonly safety: readonly InboxRow[];
  readonly popUps: readonly PopUp[];
  readonly prompts: readonly PromptName[];
  /** Those that were answered since the start or the sign-in: what is said once is not said again after an unlock. */
  readonly answered: readonly PromptName[];
  /** The log as it was when the question to save it came up. */
  readonly log: Promise<string> | undefined;
  /** The address of the intro video while it is to be shown. */
  readonly introVideo: string | undefined;
}

export interface Notices {
  read: () => Waiting;
  subscribe: (listener: () => void) => () => void;
  change: (change: (waiting: Waiting) => Partial<Waiting>) => void;
}

const NOTHING: Waiting = {
  errors: [],
  quietEnd: undefined,
  rows: [],
  safety: [],
  popUps: [],
  prompts: [],
  answered: [],
  log: undefined,
  introVideo: undefined,
};

/** `isSigningOut`: the member has asked this tab for the end of the session, so that it happened is no news here. */
export function createNotices(failures: Failures, isSigningOut: () => boolean = () => false): Notices {
  const listeners = new Set<() => void>();
  let waiting = NOTHING;
  const change: Notices['change'] = (decide) => {
    waiting = { ...waiting, ...decide(waiting) };
    for (const listener of listeners) listener();
  };
  failures.subscribe((error) => {
    const quietEnd = quietEndOf(error);
    if (!quietEnd) change(({ errors }) => ({ errors: addError(errors, error) }));
    else if (!isSigningOut()) change(() => ({ quietEnd }));
  });
  return {
    read: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
  };
}

/** The messages that wait for their dialog, in the order of the inbox; `lastWordsOf` are those that are shown. */
export const messagesOf = ({ safety, rows }: Waiting): readonly InboxRow[] => [...safety, ...rows];

/** Takes one thing out of a list that waits. */
export const without = <T>(list: readonly T[], one: T): readonly T[] => list.filter((other) => other !== one);
export const withOne = <T>(list: readonly T[], one: T): readonly T[] =>
  list.includes(one) ? list : [...list, one];

/** Raises a question of the screens' own, unless it was answered before. */
export const askOnce =
  (name: PromptName) =>
  ({ prompts, answered }: Waiting): Partial<Waiting> =>
    answered.includes(name) ? {} : { prompts: withOne(prompts, name) };
