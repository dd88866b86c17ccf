import { pageStorage } from '@holdfast/client/storage';
import { LANGUAGES } from '@holdfast/client/i18n';
import { renderToString } from 'react-dom/server';
import { createRouter } from '#platform/router/router.ts';
import { App } from '../app.tsx';
import { boot, type Ports } from '../boot.ts';
import { Providers } from '../providers.tsx';
import { screens } from '../routes.tsx';
import { FrameSkeleton } from '../shell/frame-layout.tsx';
import type { StaticPage } from '#platform/first-paint/static-page.ts';

/** A rendering needs no network. What is sent all the same fails: a request that waited would keep the build from ending. */
const refuse = async (endpoint: string) => {
  throw new Error(`the build has no network, and something asked for ${endpoint}`);
};

/** A device that was just unpacked. */
const portsOf = (language: string): Ports => ({
  shared: pageStorage(),
  tab: pageStorage(),
  isTabKept: true,
  languages: [language],
  network: {
    post: refuse,
    openStream: refuse,
    isOnline: () => true,
    onChange: () => {},
  },
  page: { watch: () => {}, tell: () => {}, hear: () => {} },
  preferences: {
    isSupported: true,
    read: async () => ({ is: 'none' }),
    write: async () => {},
    clear: async () => {},
    exclusively: (act) => act(),
  },
  push: undefined,
});

/** A window that is at the sign-in page and goes nowhere. */
const browser = {
  location: { pathname: '/login', search: '' } as Location,
  history: { state: null } as History,
  addEventListener: () => {},
  removeEventListener: () => {},
};

/** The static pages in every language. Runs in the build (`first-paint.plugin.ts`), on the same code as the app. */
export async function renderFirstPaint(): Promise<{ page: StaticPage; language: string; html: string }[]> {
  // A storage is followed through the window, which the build does not have.
  globalThis.addEventListener ??= () => {};
  await screens['/login'].load();
  const pages: { page: StaticPage; language: string; html: string }[] = [];
  for (const language of LANGUAGES) {
    const services = await boot(portsOf(language));
    const router = createRouter(browser);
    const frame = (
      <Providers services={services} router={router}>
        <FrameSkeleton category="wallet" />
      </Providers>
    );
    pages.push(
      { page: 'login', language, html: renderToString(<App services={services} router={router} />) },
      { page: 'frame', language, html: renderToString(frame) },
    );
  }
  return pages;
}
