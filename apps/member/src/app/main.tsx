import { createRouter } from '#platform/router/router.ts';
import { applySettings } from '#state/settings/settings.ts';
import { startApp } from './app.tsx';
import { boot } from './boot.ts';
import { webPorts } from './web-ports.ts';

async function start(): Promise<void> {
  const services = await boot(webPorts());
  // Where no static page has done so already.
  applySettings(services.settings.read(), document.documentElement);
  await startApp(services, createRouter(window));
}

// Not awaited: the screens import this file's chunk, and would wait for it while it waits for them.
void start();
