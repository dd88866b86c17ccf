import '@holdfast/ui/tokens.css';
import '@holdfast/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Router } from '#platform/router/router.ts';
import type { Services } from '#state/services.tsx';
import { resolvePlace, SCREENS } from '#platform/router/routes.rules.ts';
import { Providers } from './providers.tsx';
import { memberFrame, screens } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

/** Puts the app on the page. What differs between the product and its pictures are only the services. */
export function startApp(services: Services, router: Router): void {
  loadAhead(router);
  // A page that the browser kept whole may show somebody who signed out since.
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) globalThis.location.reload();
  });
  const root = document.querySelector('#root');
  if (!root) throw new Error('the page has no #root');
  createRoot(root).render(
    <StrictMode>
      <Providers services={services} router={router}>
        <Shell />
      </Providers>
    </StrictMode>,
  );
}

/** Fetches the code of the first screen while React starts, all parts at once instead of one after the other. */
function loadAhead(router: Router): void {
  const resolved = resolvePlace(router.place());
  const path = resolved.kind === 'screen' ? resolved.path : resolved.to;
  const parts = SCREENS[path].needsLogin
    ? [memberFrame.load(), screens[path].load()]
    : [screens[path].load()];
  // Whoever shows the part hears of a failure; here it would only be said twice.
  for (const part of parts) part.catch(() => {});
}
