// A mid-range phone on a slow mobile network, as Lighthouse simulates one: every request waits a round trip of its own.
import type { Browser, BrowserContext, Page } from '@playwright/test';

const CPU_SLOWDOWN = 4;
const LATENCY_MS = 562;
const BYTES_PER_SECOND = 1_400_000 / 8;

export interface SlowPhone {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A browser profile of its own, hence an empty cache and nobody signed in. Close the context when done. */
export async function openSlowPhone(browser: Browser): Promise<SlowPhone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-TW',
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { context, page };
}
