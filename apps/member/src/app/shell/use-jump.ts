import { useEffect } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useRouter } from '#platform/router/router-context.tsx';
import { useServerStatus, useServices } from '#state/services.tsx';
import { safeLink } from '#state/status/status.rules.ts';
import { otherSetUpOf } from '#state/device-records.ts';
import { takeJump } from './jump.rules.ts';
import { shellWords } from './shell.words.ts';

/** Follows a one-shot flag once, after the sign-in. */
export function useJump(): void {
  const router = useRouter();
  const say = useWords(shellWords);
  const { shared, notices } = useServices();
  const support = safeLink(useServerStatus()?.supportUrl);
  useEffect(() => {
    const flags = otherSetUpOf(shared);
    const taken = takeJump(flags.read());
    // Customer service waits until the server has said where it is.
    if (!taken || (taken.jump.to === 'support' && support === undefined)) return;
    flags.write(taken.rest);
    const { to, viaMenu } = taken.jump;
    if (viaMenu) router.go('/home?panel=settings');
    if (to === 'bind') router.go('/bind');
    else if (to !== 'support') router.go(`/home?panel=${to}`);
    else {
      // A browser opens another page only after a tap.
      const popUp = {
        title: say('supportAsk'),
        text: say('supportText'),
        confirm: say('supportOpen'),
        cancel: say('close'),
        onConfirm: () => void globalThis.open(support, '_blank', 'noopener,noreferrer'),
      };
      notices.change(({ popUps }) => ({ popUps: [...popUps, popUp] }));
    }
  }, [shared, notices, router, say, support]);
}
