import '@holdfast/ui/tokens.css';
import '@holdfast/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Router } from '#platform/router/router.ts';
import type { Services } from '#platform/services.tsx';
import { Providers } from './providers.tsx';
import { Shell } from './shell/shell.tsx';

/** Puts the app on the page. What differs between the product and its pictures are only the services. */
export function startApp(services: Services, router: Router): void {
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
