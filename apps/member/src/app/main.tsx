import { followFreezeLinks, takeFreezeLink } from '#platform/router/freeze-link.ts';
import { createRouter } from '#platform/router/router.ts';
import { applySettings } from '#state/settings/settings.ts';
import { startApp } from './app.tsx';
import { boot } from './boot.ts';
import { openFreezeLink } from './shell/right-place.ts';
import { webPorts } from './web-ports.ts';

async function start(): Promise<void> {
  // Before anything else: while it stands in the address, whoever sees that has it.
  const link = takeFreezeLink(window);
  const services = await boot(webPorts());
  // Where no static page has done so already.
  applySettings(services.settings.read(), document.documentElement);
  const router = createRouter(window);
  if (link !== undefined) openFreezeLink(services, router, link);
  followFreezeLinks(window, (next) => openFreezeLink(services, router, next));
  await startApp(services, router);
}

// Not awaited: the screens import this file's chunk, and would wait for it while it waits for them.
void start();
