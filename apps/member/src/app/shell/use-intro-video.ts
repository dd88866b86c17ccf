import { useEffect } from 'react';
import { usePushedFilm, useServerStatus, useServices } from '#state/services.tsx';

/** The intro video, where the server names one. Never on Login (spec 2), which has no member's frame. */
export function useIntroVideo(): void {
  const services = useServices();
  const address = useServerStatus()?.introVideoUrl;
  const isPushed = usePushedFilm();
  useEffect(() => {
    if (!address) return;
    import('#state/notifications/offer-intro-video.ts').then(
      ({ offerIntroVideo }) => offerIntroVideo(services, address, isPushed),
      () => {}, // its code did not come: another start shows it
    );
  }, [address, isPushed, services]);
}
