import { toPlace } from '#platform/router/place.rules.ts';
import { resolvePlace, SCREENS, screenAddress } from '#platform/router/routes.rules.ts';

const KEY = 'returnTo';

/** Tabs whose member has left by choice. In memory: whoever opens an address anew wants to get there. */
const left = new WeakSet<Storage>();

/** The member is done here: the next sign-in begins at Home, also where the stream told of the end before the answer came. */
export function leaveByChoice(tab: Storage): void {
  left.add(tab);
  forgetPlace(tab);
}

/** Keeps where the member was when the session ended, for this tab only. */
export function rememberPlace(tab: Storage, address: string): void {
  if (!left.has(tab)) tab.setItem(KEY, address);
}

/** Whether the next sign-in leads back to the screen that was left. */
export const isReturning = (tab: Storage): boolean => tab.getItem(KEY) !== null;

/** Somebody else signs in than the member whose place is kept. */
export function forgetPlace(tab: Storage): void {
  tab.removeItem(KEY);
}

/** Where to go after a sign-in: where one was, once, as far as it is a screen of a member; else Home. */
export function placeAfterSignIn(tab: Storage): string {
  const kept = tab.getItem(KEY);
  forgetPlace(tab);
  left.delete(tab);
  if (kept === null) return '/home';
  const resolved = resolvePlace(toPlace(kept));
  const isForMembers = resolved.kind === 'screen' && SCREENS[resolved.path].needsLogin;
  return isForMembers ? screenAddress(resolved.path, resolved.search) : '/home';
}
