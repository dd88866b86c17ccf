import '@holdfast/ui/tokens.css';
import '@holdfast/ui/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
// Before the others: the order of imports is that of the modules in the page, and what is alike packs better together (200 bytes).
import { Shell } from './shell/shell.tsx';
import type { Router } from '#platform/router/router.ts';
import type { Services } from '#state/services.tsx';
import { resolvePlace, SCREENS } from '#platform/router/routes.rules.ts';
import { isCovered } from '#state/pin-lock/pin-lock.rules.ts';
import { dropStaticPage, staticPageOf } from '#platform/first-paint/static-page.ts';
import { startHomePrefetch } from './home-prefetch.ts';
import { Providers } from './providers.tsx';
import { memberFrame, screens } from './routes.tsx';
import { leadToRightPlace } from './shell/right-place.ts';

interface AppProps {
  services: Services;
  router: Router;
}

export function App({ services, router }: AppProps) {
  return (
    <StrictMode>
      <Providers services={services} router={router}>
        <Shell />
      </Providers>
    </StrictMode>
  );
}

/** Puts the app on the page. What differs between the product and its pictures are only the services. */
export async function startApp(services: Services, router: Router): Promise<void> {
  // A page that the browser kept whole may show somebody who signed out since.
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) globalThis.location.reload();
  });
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('the page has no #root');
  leadToRightPlace(services, router, true);
  startHomePrefetch(services, router.place().path);
  // The static page stays until the first screen can stand in its place.
  await loadFirstScreen(router);
  const app = <App services={services} router={router} />;
  if (isAsRendered(root, services, router)) hydrateRoot(root, app);
  else {
    // Nothing of it is taken over, so nothing that is pressed waits for that.
    dropStaticPage(root);
    createRoot(root).render(app);
  }
  if (router.place().path === '/login') whenIdle(() => prepareSignIn(services));
}

/** A visitor who does nothing on the sign-in page, and may only look, does not pay for the code of home at once. */
const UNTOUCHED_MS = 2_500;

/**
 * Whoever types an account and a password needs seconds for it: by then the keys are exchanged and the code of what comes next is loaded.
 * A sign-in before that exchanges the keys itself.
 */
async function prepareSignIn({ status }: Services): Promise<void> {
  void status.refresh();
  await firstTouch();
  await Promise.allSettled([
    memberFrame.load(),
    screens['/home'].load(),
    import('@holdfast/client/live-web'),
  ]);
  await Promise.allSettled([screens['/transaction'].load()]);
}

/** Resolves at the first thing that the member does here, or after `UNTOUCHED_MS`. */
function firstTouch(): Promise<void> {
  return new Promise((done) => {
    const signs = ['pointerdown', 'keydown', 'input'] as const;
    const end = () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, end, true);
      done();
    };
    const timer = setTimeout(end, UNTOUCHED_MS);
    for (const sign of signs) addEventListener(sign, end, { capture: true, passive: true });
  });
}

/** After what is on the screen has all it needs. Safari has no idle callback; a moment later does as well. */
function whenIdle(act: () => Promise<void>): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void act(), { timeout: 2000 });
  else setTimeout(() => void act(), 500);
}

/** Whether the root shows what this app would draw first, so that React can take it over without touching it. */
function isAsRendered(root: HTMLElement, { pinLock, notices }: Services, router: Router): boolean {
  const { path, search } = router.place();
  const isLogin = staticPageOf(root) === 'login' && path === '/login' && !search.has('panel');
  const { errors, quietEnd } = notices.read();
  return isLogin && !isCovered(pinLock.read()) && errors.length === 0 && quietEnd === undefined;
}

/** Loads the code of the first screen, all parts at once. A failure is said by whoever shows the part. */
async function loadFirstScreen(router: Router): Promise<void> {
  const resolved = resolvePlace(router.place());
  const path = resolved.kind === 'screen' ? resolved.path : resolved.to;
  const { needsLogin } = SCREENS[path];
  const parts = needsLogin ? [memberFrame, screens[path]] : [screens[path]];
  await Promise.allSettled(parts.map((part) => part.load()));
}
