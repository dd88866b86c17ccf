/** What the server may be started with. Without any it serves; each of these does one thing, most of them and no more. */
const OPTIONS: ReadonlySet<string> = new Set([
  '--keys',
  '--rotate-keys',
  '--maintenance-until',
  '--maintenance-from',
  '--make-admins',
  '--recover',
  '--verify-audit',
  '--demo-notices',
  '--further-gateway', // by the server itself
]);

/**
 * One sentence about a command line that means nothing. A mistyped command is no start: it would be a second product beside the running one, whose
 * worker and calls nobody knows of.
 */
export function faultOfOptions(argv: readonly string[]): string | undefined {
  const given = argv.slice(2);
  const unknown = given.find((each, at) => (at === 0 || each.startsWith('-')) && !OPTIONS.has(each));
  if (unknown !== undefined)
    return `${unknown.slice(0, 40)} is no option of the server: docs/operating/run.md names them.`;
  if (given.includes('--maintenance-from') && !given.includes('--maintenance-until'))
    return '--maintenance-from is given with --maintenance-until alone.';
  return undefined;
}
