/** What the server's status means for this build. Pure: time and version come in. */

/** Where the version lies that the member has put off; it is not spoken of again. */
export const DISMISSED_KEY = 'dismissedVersion';

interface Status {
  readonly minimumVersion: string;
  readonly newestVersion: string;
  readonly maintenanceUntil: string | null;
  readonly maintenancePlanned: { readonly from: string; readonly until: string } | null;
}

export type Gate = 'open' | 'too-old' | 'maintenance';

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

/** Whether version `a` is older than `b`, number by number: 0.9.0 is older than 0.10.0. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const at = [0, 1, 2].find((index) => left[index] !== right[index]);
  return at !== undefined && (left[at] ?? 0) < (right[at] ?? 0);
}

/** Whether the app may be used now. What the server does not say yet is no reason to stop anybody. */
export function gateOf(version: string, status: Status | undefined): Gate {
  if (!status) return 'open';
  if (isOlder(version, status.minimumVersion)) return 'too-old';
  return status.maintenanceUntil === null ? 'open' : 'maintenance';
}

/**
 * What is said above the screens, most pressing first; a newer version only once, when `dismissed` is not it. Nothing while no screen can
 * work: the page in their place says it, and offers no "later".
 */
export function bannerOf(
  version: string,
  status: Status | undefined,
  dismissed: string | undefined,
): 'maintenance-planned' | 'newer-version' | undefined {
  if (!status || gateOf(version, status) !== 'open') return undefined;
  if (status.maintenancePlanned) return 'maintenance-planned';
  const isNews = isOlder(version, status.newestVersion) && dismissed !== status.newestVersion;
  return isNews ? 'newer-version' : undefined;
}

/** An address that the app may open for a person: https, and nobody's password in it. Whatever else a server sends is no link. */
export function safeLink(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}
