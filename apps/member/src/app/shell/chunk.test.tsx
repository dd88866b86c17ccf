import { CHUNK_LOAD_TIMEOUT_MS } from '@holdfast/contract/constants';
import { appError } from '@holdfast/contract/errors';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Providers } from '../providers.tsx';
import { createRouter } from '#platform/router/router.ts';
import { fakeServices } from '#test/fake-services.ts';
import { pageStorage } from '@holdfast/client/storage';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { inTime, isChunkMissing, mayReload, reloadForPart } from './chunk.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('the code of a part', () => {
  test('that does not come within 120 s is missing, and not before', async () => {
    expect(CHUNK_LOAD_TIMEOUT_MS).toBe(120_000);
    vi.useFakeTimers();
    let outcome: unknown = 'waiting';
    inTime(new Promise(() => {})).catch((error: unknown) => (outcome = error));
    await vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS - 1);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(isChunkMissing(outcome)).toBe(true);
  });

  test('that cannot be had is missing at once; what comes, comes', async () => {
    vi.useFakeTimers();
    const failure = await inTime(Promise.reject(new Error('404'))).catch((error: unknown) => error);
    expect(isChunkMissing(failure)).toBe(true);
    expect(await inTime(Promise.resolve('a screen'))).toBe('a screen');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is late has the same way out as one that failed: once by itself, then offered', async () => {
    const services = fakeServices();
    // The reload that comes by itself was had on this address.
    expect(mayReload(services.tab, globalThis.location.pathname)).toBe(true);
    expect(mayReload(services.tab, globalThis.location.pathname)).toBe(false);
    vi.useFakeTimers();
    const Late = lazy(() => inTime(new Promise<{ default: () => null }>(() => {})));
    render(
      <Providers services={services} router={createRouter(globalThis.window)}>
        <ChunkBoundary>
          <Suspense fallback="…">
            <Late />
          </Suspense>
        </ChunkBoundary>
      </Providers>,
      { onCaughtError: () => {} },
    );
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS));
    expect(screen.getByRole('alert').textContent).toContain('畫面沒有載入成功');
    expect(screen.getByRole('button', { name: '重新載入' })).toBeTruthy();
  });

  test('that is missing is tried again by asking the server first: without one the app stays where it is', async () => {
    const services = fakeServices();
    services.server.set('/member/checkVersion', appError('OFFLINE'));
    mayReload(services.tab, globalThis.location.pathname);
    const Missing = lazy(() => inTime(Promise.reject<{ default: () => null }>(new Error('gone'))));
    render(
      <Providers services={services} router={createRouter(globalThis.window)}>
        <ChunkBoundary>
          <Suspense fallback="…">
            <Missing />
          </Suspense>
        </ChunkBoundary>
      </Providers>,
      { onCaughtError: () => {} },
    );
    fireEvent.click(await screen.findByRole('button', { name: '重新載入' }));
    await waitFor(() => expect(services.notices.read().errors.map(({ code }) => code)).toEqual(['OFFLINE']));
    expect(screen.getByRole('button', { name: '重新載入' })).toBeTruthy();
  });

  test('is asked for anew in each place, and never twice in one that has no memory', () => {
    const tab = pageStorage();
    expect([mayReload(tab, '/home'), mayReload(tab, '/transaction'), mayReload(tab, '/transaction')]).toEqual(
      [true, true, false],
    );
    const forgetful = pageStorage();
    forgetful.setItem = () => {};
    expect(mayReload(forgetful, '/home')).toBe(false);
  });

  test('loads the app anew once, and without a network not before there is one', () => {
    const events = new EventTarget();
    let reloads = 0;
    const pageThatIs = (state: 'online' | 'offline') =>
      ({
        navigator: { onLine: state === 'online' },
        location: { pathname: '/home', reload: () => (reloads += 1) },
        addEventListener: events.addEventListener.bind(events),
        removeEventListener: events.removeEventListener.bind(events),
      }) as unknown as Window;
    const tab = pageStorage();
    reloadForPart(tab, pageThatIs('online'));
    reloadForPart(tab, pageThatIs('online'));
    expect(reloads).toBe(1);
    const giveUp = reloadForPart(pageStorage(), pageThatIs('offline'));
    expect(reloads).toBe(1);
    events.dispatchEvent(new Event('online'));
    expect(reloads).toBe(2);
    giveUp();
    events.dispatchEvent(new Event('online'));
    expect(reloads).toBe(2);
  });
});
