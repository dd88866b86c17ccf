import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import type { Services } from '#state/services.tsx';
import { auditSearch, parseSearch, requestSearch, signInSearch, stringifySearch } from './search.ts';
import { Lost } from './shell/lost.tsx';

/**
 * The addresses of the console. Whoever is not signed in is asked to, and comes back to where they wanted to go. Each screen is code of its
 * own; its filters are search parameters, so every list can be linked to.
 */
export function createConsoleRouter({ session }: Services, history?: RouterHistory) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: Lost });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: signInSearch,
    component: lazyRouteComponent(() => import('#features/sign-in/sign-in.screen.tsx'), 'SignInScreen'),
  });
  const enrol = createRoute({
    getParentRoute: () => root,
    path: '/enrol',
    component: lazyRouteComponent(
      () => import('#features/enrolment/enrolment.screen.tsx'),
      'EnrolmentScreen',
    ),
  });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: ({ location }) => {
      if (!session.read()) throw redirect({ to: '/sign-in', search: { next: location.href } });
    },
    component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  });
  const inShell = () => shell;
  const tree = root.addChildren([
    signIn,
    enrol,
    shell.addChildren([
      createRoute({
        getParentRoute: inShell,
        path: '/',
        component: lazyRouteComponent(() => import('#features/home/home.screen.tsx'), 'HomeScreen'),
      }),
      createRoute({
        getParentRoute: inShell,
        path: '/requests',
        validateSearch: requestSearch,
        component: lazyRouteComponent(
          () => import('#features/requests/requests.screen.tsx'),
          'RequestsScreen',
        ),
      }),
      createRoute({
        getParentRoute: inShell,
        path: '/operators',
        component: lazyRouteComponent(
          () => import('#features/operators/operators.screen.tsx'),
          'OperatorsScreen',
        ),
      }),
      createRoute({
        getParentRoute: inShell,
        path: '/audit',
        validateSearch: auditSearch,
        component: lazyRouteComponent(() => import('#features/audit/audit.screen.tsx'), 'AuditScreen'),
      }),
    ]),
  ]);
  return createRouter({
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(history && { history }),
  });
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
