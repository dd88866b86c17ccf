import { toPlace } from '#platform/router/place.rules.ts';
import { resolvePlace, SCREENS, screenAddress } from '#platform/router/routes.rules.ts';

const KEY = 'returnTo';

/** Keeps where the member was when the session ended, for this tab only. */
export function rememberPlace(tab: Storage, address: string): void {
  tab.setItem(KEY, address);
}

/** Where to go after a sign-in: where one was, once, as far as it is a screen of a member; else Home. */
export function placeAfterSignIn(tab: Storage): string {
  const kept = tab.getItem(KEY);
  tab.removeItem(KEY);
  if (kept === null) return '/home';
  const resolved = resolvePlace(toPlace(kept));
  const isForMembers = resolved.kind === 'screen' && SCREENS[resolved.path].needsLogin;
  return isForMembers ? screenAddress(resolved.path, resolved.search) : '/home';
}
