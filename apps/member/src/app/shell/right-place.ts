import { resolvePlace, SCREENS, screenAddress } from '#platform/router/routes.rules.ts';
import type { Router } from '#platform/router/router.ts';
import { placeAfterSignIn, rememberPlace } from '#state/session/return-place.ts';
import type { Services } from '#state/services.tsx';

type Needed = Pick<Services, 'session' | 'endSession' | 'tab' | 'freezeLink' | 'notices'>;

/** Where an account is frozen by the link of a security message. */
export const freezeAddress = (isSignedIn: boolean): string =>
  screenAddress(isSignedIn ? '/home' : '/login', { panel: 'freeze-account' });

/**
 * Leads on from an address that shows nothing, or nothing to this person: a member to a screen of members, everybody else to Login. A
 * screen that needs a session signs out when the stored member data are missing (spec 2).
 */
export function leadToRightPlace(
  { session, endSession, tab, freezeLink, notices }: Needed,
  router: Router,
  isStart = false,
): void {
  const resolved = resolvePlace(router.place());
  if (resolved.kind === 'redirect') router.go(resolved.to, { replace: true });
  const here = resolvePlace(router.place());
  if (here.kind === 'redirect') return;
  const isSignedIn = session.read() !== undefined;
  if (SCREENS[here.path].needsLogin === isSignedIn) return;
  if (isSignedIn) return router.go(placeAfterSignIn(tab), { replace: true });
  rememberPlace(tab, screenAddress(here.path, here.search));
  endSession();
  // Who is about to freeze the account is asked for a proof, not for a sign-in, which may be what a thief has taken away. Not whose session
  // has ended at that panel for another reason: most often they have just frozen it.
  const isTaken = notices.read().errors.some(({ data }) => data.reason === 'takeover');
  const freezes = freezeLink.read() !== undefined || ((isStart || isTaken) && here.search.panel === 'freeze');
  router.go(freezes ? freezeAddress(false) : '/login', { replace: true });
}

/** Leads to the panel that the link of a security message is for. It takes the place of the link's own address. */
export function openFreezeLink(
  { session, freezeLink }: Pick<Services, 'session' | 'freezeLink'>,
  router: Router,
  link: string,
): void {
  freezeLink.keep(link);
  router.go(freezeAddress(session.read() !== undefined), { replace: true });
}
