import { useEffect } from 'react';

/** Loads what registers the service worker, once the first screen has what it needs: from then on the app starts without a network too. */
export function useWorker(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    import('#platform/worker/register.ts').then(
      ({ registerWorker }) => registerWorker(),
      () => {}, // its code did not come: another start registers it
    );
  }, [isOn]);
}
