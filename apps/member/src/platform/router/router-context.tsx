import { LayerBackProvider, type LayerBack } from '@holdfast/ui';
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { Place } from './place.rules.ts';
import type { Router } from './router.ts';

const RouterContext = createContext<Router | undefined>(undefined);
const PlaceContext = createContext<Place | undefined>(undefined);

/**
 * Gives the place to everything below. A change is a transition: the present screen stays until the next one's code is there,
 * so a slow network shows the old page instead of an empty one.
 */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [place, setPlace] = useState(router.place);
  useEffect(() => {
    const follow = () => startTransition(() => setPlace(router.place()));
    follow();
    return router.subscribe(follow);
  }, [router]);
  const layerBack = useMemo<LayerBack>(
    () => ({
      hold: (holder, onBack) => router.hold(holder, { count: 1, onBack }),
      release: router.release,
    }),
    [router],
  );
  return (
    <RouterContext value={router}>
      <PlaceContext value={place}>
        <LayerBackProvider value={layerBack}>{children}</LayerBackProvider>
      </PlaceContext>
    </RouterContext>
  );
}

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error('RouterProvider is missing above this part');
  return router;
}

export function usePlace(): Place {
  const place = use(PlaceContext);
  if (!place) throw new Error('RouterProvider is missing above this part');
  return place;
}

/** Whether a click on a link is ours to follow: a plain one. With a modifier or another button it is the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A real link: it has an address, opens in a new tab on demand, and moves within the app on a plain click. */
export function Link({
  to,
  replace = false,
  onClick,
  ...rest
}: { to: string; replace?: boolean } & Omit<ComponentProps<'a'>, 'href'>) {
  const router = useRouter();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        router.go(to, { replace });
      }}
    />
  );
}
