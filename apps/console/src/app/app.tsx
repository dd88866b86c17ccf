import { createQueries } from '@holdfast/client/queries';
import { useUiTexts } from '@holdfast/client/i18n';
import { ClockProvider, UiWordsProvider } from '@holdfast/ui';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ShortcutsProvider } from '#components/shortcuts.tsx';
import { ToastProvider } from '#components/toast.tsx';
import { ServicesProvider, type Services } from '#state/services.tsx';
import { createConsoleRouter, type ConsoleRouter } from './router.tsx';

function Spoken({ children }: { children: ReactNode }) {
  return <UiWordsProvider words={useUiTexts()}>{children}</UiWordsProvider>;
}

/** Leaves for the sign-in when the session has ended: here, in another tab, or at the server. */
function useSessionEnd(services: Services, router: ConsoleRouter, queries: QueryClient): void {
  useEffect(
    () =>
      services.failures.subscribe((error) => {
        services.signOut();
        const { reason } = error.data;
        void router.navigate({
          to: '/sign-in',
          search: {
            ended:
              error.code === 'SESSION_TIMEOUT' ? 'timeout' : typeof reason === 'string' ? reason : 'ended',
            next: router.state.location.href,
          },
        });
      }),
    [services, router],
  );
  useEffect(() => {
    let uid = services.session.read()?.login.uid;
    return services.session.subscribe(() => {
      const present = services.session.read()?.login.uid;
      if (present === uid) return;
      uid = present;
      // Whoever signs in next may see less.
      queries.clear();
      if (present === undefined) void router.navigate({ to: '/sign-in', search: {} });
    });
  }, [services, router, queries]);
}

export function App({ services, router: given }: { services: Services; router?: ConsoleRouter }) {
  const [queries] = useState(createQueries);
  const [router] = useState(() => given ?? createConsoleRouter(services));
  useSessionEnd(services, router, queries);
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={queries}>
        <ClockProvider now={services.serverNow}>
          <Spoken>
            <ShortcutsProvider>
              <ToastProvider>
                <RouterProvider router={router} />
              </ToastProvider>
            </ShortcutsProvider>
          </Spoken>
        </ClockProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}
