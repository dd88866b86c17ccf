import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Providers } from '#app/providers.tsx';
import { memberFrame, panels, screens, supportButton } from '#app/routes.tsx';
import { Shell } from '#app/shell/shell.tsx';
import { createRouter } from '#platform/router/router.ts';
import { fakeServices, type FakeServices } from './fake-services.ts';

/** The whole app at an address on the fake server, as a member meets it, and the hands of a user. */
export function openApp(address: string, services: FakeServices = fakeServices()) {
  globalThis.history.replaceState(null, '', address);
  globalThis.scrollTo = () => {};
  const router = createRouter(globalThis.window);
  render(
    <Providers services={services} router={router}>
      <Shell />
    </Providers>,
  );
  return { services, router, server: services.server, world: services.server.world, user: userEvent.setup() };
}

/** Loads the code of every screen and panel before a test begins: what a test waits for is then what it is about, on a busy machine too. */
export async function loadCode(): Promise<void> {
  const parts = [memberFrame, supportButton, ...Object.values(screens), ...Object.values(panels)];
  await Promise.all(parts.map(({ load }) => load()));
}

/** The address as it stands in the browser now. */
export function address(): string {
  return globalThis.location.pathname + globalThis.location.search;
}

/** A paragraph by its whole text, however many pieces keep its words together. */
export const saying = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === text;
