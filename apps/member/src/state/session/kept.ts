import type { OtpChannel } from '@holdfast/contract/member';

/** Carries something from one part of the app to another. In memory alone: a reload forgets it. */
export interface Kept<T> {
  keep: (value: T | undefined) => void;
  read: () => T | undefined;
}

export function createKept<T>(): Kept<T> {
  let kept: T | undefined;
  return { keep: (value) => void (kept = value), read: () => kept };
}

/** What a sign-in with a marked password was answered: whose it is, the token that changes it, and where the code for that can go. */
export interface MarkedSignIn {
  readonly account: string;
  readonly token: string;
  readonly codesTo: readonly { readonly channel: OtpChannel; readonly address: string }[];
}
