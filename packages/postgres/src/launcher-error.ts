/** What can stop the launcher, as a closed list: a start script picks its exit text by it, a test its expectation. */
export type LauncherFault =
  | 'unknown-platform'
  | 'binaries-missing'
  | 'folder-not-writable'
  | 'data-moved-away'
  | 'data-of-another-user'
  | 'data-of-another-version'
  | 'password-missing'
  | 'port-taken'
  | 'initdb-failed'
  | 'start-failed'
  | 'stop-failed';

/** One sentence a person can act on; the server's own words, where there are any, are the `cause`. */
export class LauncherError extends Error {
  override readonly name = 'LauncherError';
  readonly fault: LauncherFault;

  constructor(fault: LauncherFault, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.fault = fault;
  }
}
