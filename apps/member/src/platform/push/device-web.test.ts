import { afterEach, expect, test, vi } from 'vitest';
import { createPushDevice } from './device-web.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a push service that never answers is given up, so that the next registration has its turn', async () => {
  vi.useFakeTimers();
  const pushManager = { getSubscription: async () => null, subscribe: () => new Promise(() => {}) };
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  const [outcome] = await Promise.all([
    createPushDevice()
      .subscribe('BA')
      .catch((error: unknown) => String(error)),
    vi.advanceTimersByTimeAsync(30_000),
  ]);
  expect(outcome).toBe('Error: the push service does not answer');
});
