import { Suspense, useState, type ReactNode } from 'react';
import { isInStaticPage } from '#platform/first-paint/static-page.ts';
import { SCREENS, type ScreenPath } from '#platform/router/routes.rules.ts';
import { FrameSkeleton } from './frame-layout.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** Stands in for a screen whose code is loading: a member's has its frame around it from the first moment. */
export function ScreenFallback({ path }: { path: ScreenPath }) {
  const { category, needsLogin } = SCREENS[path];
  return needsLogin ? <FrameSkeleton category={category} /> : <ScreenSkeleton />;
}

/**
 * The `Suspense` boundary around the screens. There is none while the static sign-in page is hydrated: React hydrates what is inside such
 * a boundary late, when nothing else is pending, and the form answered half a second later. The code of that screen is loaded by then.
 */
export function ScreenBoundary({ path, children }: { path: ScreenPath; children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(isInStaticPage);
  if (isHydrated && path !== '/login') setHydrated(false);
  if (isHydrated) return children;
  return <Suspense fallback={<ScreenFallback path={path} />}>{children}</Suspense>;
}
