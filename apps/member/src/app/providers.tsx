import { AmountPrivacy, ClockProvider, UiWordsProvider, type UiWords } from '@holdfast/ui';
import { useMemo, type ReactNode } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { RouterProvider } from '#platform/router/router-context.tsx';
import type { Router } from '#platform/router/router.ts';
import { ServicesProvider, useSettings, type Services } from '#state/services.tsx';
import { ToastProvider } from '#components/toast.tsx';
import { PinLockGate } from './pin-lock-gate.tsx';
import { OfflineStrip } from './shell/offline-strip.tsx';
import { Push } from './shell/push.tsx';
import { uiWords } from './ui.words.ts';

interface ProvidersProps {
  services: Services;
  router: Router;
  children: ReactNode;
}

export function Providers({ services, router, children }: ProvidersProps) {
  return (
    <ServicesProvider services={services}>
      <RouterProvider router={router}>
        <ClockProvider now={services.serverNow}>
          <Spoken>{children}</Spoken>
        </ClockProvider>
      </RouterProvider>
    </ServicesProvider>
  );
}

/** What follows the member's settings: the words of the kit, and whether amounts are shown. */
function Spoken({ children }: { children: ReactNode }) {
  const { hidesAmounts } = useSettings();
  const say = useWords(uiWords);
  const words = useMemo<UiWords>(
    () => ({
      close: say('close'),
      back: say('back'),
      copy: say('copy'),
      copied: say('copied'),
      retry: say('retry'),
      show: say('show'),
      hide: say('hide'),
      hidden: say('hidden'),
      unknown: say('unknown'),
      working: say('working'),
      backToTop: say('backToTop'),
      deleteDigit: say('deleteDigit'),
      digitsEntered: (entered, length) => say('digitsEntered', { entered, length }),
      minutesLeft: (minutes) => say('minutesLeft', { minutes }),
      timeOver: say('timeOver'),
      slideInstead: say('slideInstead'),
      pressAgain: say('pressAgain'),
      ruleMet: say('ruleMet'),
    }),
    [say],
  );
  return (
    <UiWordsProvider words={words}>
      <AmountPrivacy isHidden={hidesAmounts}>
        <OfflineStrip />
        <PinLockGate>
          <ToastProvider>{children}</ToastProvider>
        </PinLockGate>
        <Push />
      </AmountPrivacy>
    </UiWordsProvider>
  );
}
