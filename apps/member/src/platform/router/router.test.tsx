import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
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

  test('leaves a way of several steps at once, also where a deep link began it', async () => {
    // jsdom travels later, as a browser does; how much later is not told.
    const { location } = globalThis;
    const arrives = (steps: number, at: string) =>
      waitFor(() => expect([router.steps(), location.pathname + location.search]).toEqual([steps, at]));
    const router = createRouter(window);
    router.go('/home?panel=contact');
    router.keepSteps(3);
    expect(router.steps()).toBe(3);
    router.keepSteps(1);
    await arrives(1, '/home?panel=contact');
    router.back('/transaction');
    await arrives(0, '/home');
    router.go('/home?panel=contact');
    router.keepSteps(1);
    router.keepSteps(0);
    router.back('/transaction');
    await arrives(0, '/home');
    globalThis.history.replaceState(null, '', '/home?panel=contact');
    router.keepSteps(2);
    router.back('/home');
    await arrives(0, '/home');
  });
});
