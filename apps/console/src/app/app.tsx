import { endsSession } from '@holdfast/client/calls';
import { createQueries } from '@holdfast/client/queries';
import { useUiTexts } from '@holdfast/client/i18n';
import { ClockProvider, UiWordsProvider } from '@holdfast/ui';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ShortcutsProvider } from '#components/shortcuts.tsx';
import { FaultDialog } from '#components/fault-dialog.tsx';
import { ToastProvider } from '#components/toast.tsx';
import { ServicesProvider, type Services } from '#state/services.tsx';
import { createConsoleRouter, type ConsoleRouter } from './router.tsx';

function Spoken({ children }: { children: ReactNode }) {
  return <UiWordsProvider words={useUiTexts()}>{children}</UiWordsProvider>;
}

/** Leaves for the sign-in when the session has ended: here, in another tab, or at the server, which says why. */
function useSessionEnd(services: Services, router: ConsoleRouter, queries: QueryClient): void {
  useEffect(() => {
    const { session, failures } = services;
    let uid = session.read()?.login.uid;
    let isTold = false;
    const stopSession = session.subscribe(() => {
      const present = session.read()?.login.uid;
      if (present === uid) return;
      uid = present;
      // Whoever signs in next may see less.
      queries.clear();
      if (present === undefined && !isTold) void router.navigate({ to: '/sign-in', search: {} });
    });
    const stopFailures = failures.subscribe((error) => {
      // What a screen still asks while it is left has no session to end any more.
      if (!endsSession(error) || !session.read()) return;
      const { reason } = error.data;
      const why = typeof reason === 'string' ? reason : 'ended';
      const ended = error.code === 'SESSION_TIMEOUT' ? 'timeout' : why;
      const next = router.state.location.href;
      isTold = true;
      services.signOut();
      isTold = false;
      void router.navigate({ to: '/sign-in', search: { ended, next } });
    });
    return () => {
      stopSession();
      stopFailures();
    };
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
                <FaultDialog />
              </ToastProvider>
            </ShortcutsProvider>
          </Spoken>
        </ClockProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}
