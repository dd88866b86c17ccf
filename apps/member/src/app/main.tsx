import { createRouter } from '#platform/router/router.ts';
import { applySettings } from '#state/settings/settings.ts';
import { startApp } from './app.tsx';
import { boot } from './boot.ts';

const services = await boot();
// Before the first paint, so that a chosen theme never flashes the other one.
applySettings(services.settings.read(), document.documentElement);
startApp(services, createRouter(window));
