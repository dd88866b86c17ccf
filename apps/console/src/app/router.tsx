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
import {
  applicationSearch,
  auditSearch,
  caseListSearch,
  caseSearch,
  flagSearch,
  memberListSearch,
  memberSearch,
  parseSearch,
  receivingAccountSearch,
  questionListSearch,
  questionSearch,
  replySearch,
  registerBlockSearch,
  requestSearch,
  reviewSearch,
  settingsSearch,
  signInSearch,
  stringifySearch,
} from './search.ts';
import { Lost } from './shell/lost.tsx';

/** What can be reached without a session. */
function doors() {
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
  return { root, signIn, enrol };
}

type Root = ReturnType<typeof doors>['root'];

/** The frame of everything behind the sign-in. */
function shellOf(root: Root, session: Services['session']) {
  return createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: ({ location }) => {
      if (!session.read()) throw redirect({ to: '/sign-in', search: { next: location.href } });
    },
    component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  });
}

/** What is set for everybody. */
function settingScreens(getParentRoute: () => ReturnType<typeof shellOf>) {
  return [
    createRoute({
      getParentRoute,
      path: '/roles',
      component: lazyRouteComponent(() => import('#features/roles/roles.screen.tsx'), 'RolesScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/questions',
      validateSearch: questionListSearch,
      component: lazyRouteComponent(
        () => import('#features/questions/questions.screen.tsx'),
        'QuestionsScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/broadcasts',
      component: lazyRouteComponent(
        () => import('#features/broadcasts/broadcasts.screen.tsx'),
        'BroadcastsScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/settings',
      validateSearch: settingsSearch,
      component: lazyRouteComponent(() => import('#features/settings/settings.screen.tsx'), 'SettingsScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/question',
      validateSearch: questionSearch,
      component: lazyRouteComponent(
        () => import('#features/questions/question.screen.tsx'),
        'QuestionScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/bank-cards',
      validateSearch: receivingAccountSearch,
      component: lazyRouteComponent(
        () => import('#features/bank-cards/bank-cards.screen.tsx'),
        'BankCardsScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/pay-accounts',
      validateSearch: receivingAccountSearch,
      component: lazyRouteComponent(
        () => import('#features/pay-accounts/pay-accounts.screen.tsx'),
        'PayAccountsScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/register-block',
      validateSearch: registerBlockSearch,
      component: lazyRouteComponent(
        () => import('#features/register-block/register-block.screen.tsx'),
        'RegisterBlockScreen',
      ),
    }),
  ] as const;
}

/** How the product is. */
function stateScreens(getParentRoute: () => ReturnType<typeof shellOf>) {
  return [
    createRoute({
      getParentRoute,
      path: '/maintenance',
      component: lazyRouteComponent(
        () => import('#features/maintenance/maintenance.screen.tsx'),
        'MaintenanceScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/deliveries',
      component: lazyRouteComponent(
        () => import('#features/deliveries/deliveries.screen.tsx'),
        'DeliveriesScreen',
      ),
    }),
  ] as const;
}

/** Orders that wait for an operator. */
function caseScreens(getParentRoute: () => ReturnType<typeof shellOf>) {
  return [
    createRoute({
      getParentRoute,
      path: '/cases',
      validateSearch: caseListSearch,
      component: lazyRouteComponent(() => import('#features/cases/cases.screen.tsx'), 'CasesScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/flags',
      validateSearch: flagSearch,
      component: lazyRouteComponent(() => import('#features/flags/flags.screen.tsx'), 'FlagsScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/replies',
      validateSearch: replySearch,
      component: lazyRouteComponent(() => import('#features/replies/replies.screen.tsx'), 'RepliesScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/case',
      validateSearch: caseSearch,
      component: lazyRouteComponent(() => import('#features/cases/case.screen.tsx'), 'CaseScreen'),
    }),
  ] as const;
}

/**
 * The addresses of the console. Whoever is not signed in is asked to, and comes back to where they wanted to go. Each screen is code of its
 * own; its filters are search parameters, so every list can be linked to.
 */
export function createConsoleRouter({ session }: Services, history?: RouterHistory) {
  const { root, signIn, enrol } = doors();
  const shell = shellOf(root, session);
  const getParentRoute = () => shell;
  const screens = [
    ...settingScreens(getParentRoute),
    ...stateScreens(getParentRoute),
    ...caseScreens(getParentRoute),
    createRoute({
      getParentRoute,
      path: '/',
      component: lazyRouteComponent(() => import('#features/home/home.screen.tsx'), 'HomeScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/members',
      validateSearch: memberListSearch,
      component: lazyRouteComponent(() => import('#features/members/members.screen.tsx'), 'MembersScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/member',
      validateSearch: memberSearch,
      component: lazyRouteComponent(() => import('#features/members/member.screen.tsx'), 'MemberScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/reviews',
      validateSearch: reviewSearch,
      component: lazyRouteComponent(() => import('#features/reviews/reviews.screen.tsx'), 'ReviewsScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/applications',
      validateSearch: applicationSearch,
      component: lazyRouteComponent(
        () => import('#features/applications/applications.screen.tsx'),
        'ApplicationsScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/requests',
      validateSearch: requestSearch,
      component: lazyRouteComponent(() => import('#features/requests/requests.screen.tsx'), 'RequestsScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/operators',
      component: lazyRouteComponent(
        () => import('#features/operators/operators.screen.tsx'),
        'OperatorsScreen',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/audit',
      validateSearch: auditSearch,
      component: lazyRouteComponent(() => import('#features/audit/audit.screen.tsx'), 'AuditScreen'),
    }),
  ] as const;
  return createRouter({
    routeTree: root.addChildren([signIn, enrol, shell.addChildren(screens)]),
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
