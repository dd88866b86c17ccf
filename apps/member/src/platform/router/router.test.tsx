import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRouter } from './router.ts';
import { Link, RouterProvider, usePlace, useRouter } from './router-context.tsx';

beforeEach(() => {
  globalThis.history.replaceState(null, '', '/home');
});

function Where() {
  const { path, search } = usePlace();
  const router = useRouter();
  return (
    <>
      <p role="status">{`${path} ${search.get('panel') ?? 'no panel'}`}</p>
      <Link to="/home?panel=settings">settings</Link>
      <button type="button" onClick={() => router.back('/home')}>
        close
      </button>
    </>
  );
}

function show() {
  render(
    <RouterProvider router={createRouter(window)}>
      <Where />
    </RouterProvider>,
  );
}

describe('the router', () => {
  test('follows a plain click on a link without loading the page', async () => {
    show();
    await userEvent.click(screen.getByRole('link', { name: 'settings' }));
    expect(screen.getByRole('status').textContent).toBe('/home settings');
    expect(globalThis.location.search).toBe('?panel=settings');
  });

  test('leaves a click with a modifier to the browser', async () => {
    show();
    const user = userEvent.setup();
    const link = screen.getByRole('link', { name: 'settings' });
    let wasLeft = false;
    document.addEventListener(
      'click',
      (event) => {
        wasLeft = !event.defaultPrevented;
        event.preventDefault();
      },
      { once: true },
    );
    await user.keyboard('{Control>}');
    await user.click(link);
    expect(wasLeft).toBe(true);
    expect(screen.getByRole('status').textContent).toBe('/home no panel');
  });

  test('closes what it opened as the Back button would', async () => {
    show();
    await userEvent.click(screen.getByRole('link', { name: 'settings' }));
    await userEvent.click(screen.getByRole('button', { name: 'close' }));
    expect((await screen.findByText('/home no panel')).textContent).toBe('/home no panel');
  });

  test('closes a panel that a deep link opened by taking its place, not by leaving the app', async () => {
    globalThis.history.replaceState(null, '', '/home?panel=settings');
    const before = globalThis.history.length;
    show();
    await userEvent.click(screen.getByRole('button', { name: 'close' }));
    expect(screen.getByRole('status').textContent).toBe('/home no panel');
    expect(globalThis.history.length).toBe(before);
  });

  describe('with steps to take back', () => {
    const { location } = globalThis;
    const stepsNow = () => (globalThis.history.state as { steps?: number } | null)?.steps ?? 0;
    // jsdom travels later, as a browser does; how much later is not told.
    const whereNow = () => [stepsNow(), location.pathname + location.search];
    const way = {};
    const sheet = {};
    let stop = () => {};
    const listeningRouter = () => {
      stop();
      const router = createRouter(window);
      stop = router.subscribe(() => {});
      return router;
    };
    afterEach(() => {
      stop();
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    const onBack = () => {};

    test('leaves a way of several steps at once, also where a deep link began it', async () => {
      const router = listeningRouter();
      router.go('/home?panel=contact');
      router.hold(way, { count: 3, onBack });
      expect(stepsNow()).toBe(3);
      router.hold(way, { count: 1, onBack });
      await expect.poll(whereNow).toEqual([1, '/home?panel=contact']);
      router.back('/transaction');
      await expect.poll(whereNow).toEqual([0, '/home']);
      router.release(way);
      router.go('/home?panel=contact');
      router.hold(way, { count: 1, onBack });
      router.hold(way, { count: 0, onBack });
      router.back('/transaction');
      await expect.poll(whereNow).toEqual([0, '/home']);
      router.release(way);
      globalThis.history.replaceState(null, '', '/home?panel=contact');
      router.hold(way, { count: 2, onBack });
      router.back('/home');
      await expect.poll(whereNow).toEqual([0, '/home']);
    });

    test('takes back what came last, and nothing that cannot be taken back now', async () => {
      const taken: string[] = [];
      const router = listeningRouter();
      router.go('/home?panel=contact');
      router.hold(way, { count: 1, onBack: () => taken.push('way') });
      router.hold(sheet, { count: 1, onBack: undefined });
      let wasBack = false;
      globalThis.addEventListener('popstate', () => (wasBack = true), { once: true });
      globalThis.history.back();
      await waitFor(() => expect([wasBack, stepsNow()]).toEqual([true, 2]));
      expect(taken).toEqual([]);
      router.hold(sheet, { count: 1, onBack: () => taken.push('sheet') });
      globalThis.history.back();
      await waitFor(() => expect(taken).toEqual(['sheet']));
      router.release(sheet);
      globalThis.history.back();
      await waitFor(() => expect(taken).toEqual(['sheet', 'way']));
      router.release(way);
      await expect.poll(whereNow).toEqual([0, '/home?panel=contact']);
    });

    test('goes on from where a step back leads, not from where it began', async () => {
      const router = listeningRouter();
      router.go('/home?panel=contact');
      router.hold(sheet, { count: 1, onBack });
      router.release(sheet);
      router.go('/transaction');
      await expect.poll(whereNow).toEqual([0, '/transaction']);
      globalThis.history.back();
      await expect.poll(whereNow).toEqual([0, '/home?panel=contact']);
    });

    test('comes back to a place whose steps nobody remembers as if it had none', async () => {
      const router = listeningRouter();
      router.go('/home?panel=contact');
      router.hold(sheet, { count: 1, onBack });
      router.go('/transaction');
      router.release(sheet);
      globalThis.history.back();
      await expect.poll(whereNow).toEqual([0, '/home?panel=contact']);
    });

    test('ends where the browser has forgotten what lay behind, and goes on from there', () => {
      vi.useFakeTimers();
      const router = listeningRouter();
      globalThis.history.replaceState({ depth: 60 }, '', '/home?panel=contact');
      const go = vi.spyOn(globalThis.history, 'go').mockImplementationOnce(() => {});
      router.back('/transaction');
      vi.advanceTimersByTime(5000);
      expect(whereNow()).toEqual([0, '/transaction']);
      expect(go).toHaveBeenCalledOnce();
      router.go('/order');
      expect(whereNow()).toEqual([0, '/order']);
    });

    test('asks a browser that can tell what lies behind, and leaves a slow one its time', () => {
      const navigation = { currentEntry: { index: 0 } };
      const { history, addEventListener, removeEventListener } = globalThis;
      const router = createRouter({
        history,
        location,
        addEventListener,
        removeEventListener,
        navigation: navigation as unknown as Navigation,
      });
      stop = router.subscribe(() => {});
      const go = vi.spyOn(history, 'go').mockImplementation(() => {});
      history.replaceState({ depth: 60 }, '', '/home?panel=contact');
      router.back('/transaction');
      expect([go.mock.calls, whereNow()]).toEqual([[], [0, '/transaction']]);

      navigation.currentEntry.index = 1;
      history.replaceState({ depth: 1 }, '', '/home?panel=contact');
      vi.useFakeTimers();
      router.back('/transaction');
      vi.advanceTimersByTime(3000);
      expect([go.mock.calls, whereNow()]).toEqual([[[-1]], [0, '/home?panel=contact']]);
      history.replaceState(null, '', '/home');
      globalThis.dispatchEvent(new PopStateEvent('popstate'));
      vi.advanceTimersByTime(60_000);
      expect(whereNow()).toEqual([0, '/home']);
    });

    test('moves nothing any more once nobody listens', () => {
      vi.useFakeTimers();
      const { history } = globalThis;
      vi.spyOn(history, 'go').mockImplementation(() => {});
      const router = createRouter(window);
      const leave = router.subscribe(() => {});
      history.replaceState({ depth: 1 }, '', '/login?panel=contact');
      router.back('/login');
      leave();
      history.replaceState(null, '', '/home');
      vi.advanceTimersByTime(60_000);
      expect(whereNow()).toEqual([0, '/home']);
    });

    test('forgets them at a reload', async () => {
      const router = listeningRouter();
      router.go('/home?panel=contact');
      router.hold(way, { count: 2, onBack });
      listeningRouter();
      await expect.poll(whereNow).toEqual([0, '/home?panel=contact']);
    });
  });
});
