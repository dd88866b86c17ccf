import { useEffect } from 'react';
import { usePlace } from '#platform/router/router-context.tsx';
import { resolvePlace } from '#platform/router/routes.rules.ts';
import { withoutSuperseded } from '#state/notifications/last-words.rules.ts';
import { useServices, useWaitingNotices } from '#state/services.tsx';
import { isOnScreen } from './seen-on-screen.rules.ts';

/** What the member looks at already counts as seen. */
export function useSeenOnScreen(): void {
  const { inbox } = useServices();
  const [row] = withoutSuperseded(useWaitingNotices().rows);
  const place = usePlace();
  const resolved = resolvePlace(place);
  const { path } = place;
  const orderId = resolved.kind === 'screen' ? resolved.search.orderId : undefined;
  useEffect(() => {
    if (row && document.visibilityState === 'visible' && isOnScreen(row, { path, orderId })) inbox.see(row);
  }, [row, path, orderId, inbox]);
}
