import type { BuiltPath } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import type { OperatorRole } from '@holdfast/contract/operators';
import type { Page } from '@playwright/test';
import type { FakeAnswers } from '../src/test/fake-services.ts';

/** The states that a screen has to be looked at in. */
export type State = 'full' | 'empty' | 'loading' | 'failing' | 'refused';

/** One contact sheet. A new screen is one such entry, in a file of `scenes`. */
export interface Picture {
  /** Names the contact sheet; begins with `console-`. */
  readonly name: string;
  /** What the sheet says above its pictures. */
  readonly title: string;
  readonly address: string;
  readonly isSignedOut?: boolean;
  /** Left out: an administrator. */
  readonly role?: OperatorRole;
  /** What the server answers where the screen is full. */
  readonly answers?: FakeAnswers;
  /** And where there is nothing yet. Left out: there is no such state. */
  readonly empty?: FakeAnswers;
  /** The calls that the screen stands on: unanswered in `loading`, failing in `failing`, refused in `refused`. Left out: it has no such states. */
  readonly reads?: readonly BuiltPath[];
  /** How they are refused. Left out: the role does not allow it. */
  readonly refusal?: ErrorName;
  /** What it answers from `tellOfChange` on. */
  readonly later?: FakeAnswers;
  /** What a hand does before the picture is taken. */
  readonly act?: (page: Page, state: State) => Promise<void>;
}

/** A button by its name in either language. */
export const press = async (page: Page, name: RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

/** Has the live stream tell that something has changed. */
export const tellOfChange = (page: Page): Promise<unknown> =>
  page.evaluate(() => dispatchEvent(new Event('hint')));
