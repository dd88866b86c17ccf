import { AmountPrivacy, ClockProvider, UiWordsProvider } from '@holdfast/ui';
import type { ReactNode } from 'react';
import { useUiTexts } from '@holdfast/client/i18n';
import { RouterProvider } from '#platform/router/router-context.tsx';
import type { Router } from '#platform/router/router.ts';
import { ServicesProvider, useSettings, type Services } from '#state/services.tsx';
import { ToastProvider } from '#components/toast.tsx';
import { PinLockGate } from './pin-lock-gate.tsx';
import { OfflineStrip } from './shell/offline-strip.tsx';
import { PushWhereNeeded } from './shell/push-where-needed.tsx';

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
  const words = useUiTexts();
  return (
    <UiWordsProvider words={words}>
      <AmountPrivacy isHidden={hidesAmounts}>
        <OfflineStrip />
        <PinLockGate>
          <ToastProvider>{children}</ToastProvider>
        </PinLockGate>
        <PushWhereNeeded />
      </AmountPrivacy>
    </UiWordsProvider>
  );
}
