import { useEffect } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useRouter } from '#platform/router/router-context.tsx';
import { resolvePlace, screenAddress, type PanelName } from '#platform/router/routes.rules.ts';
import { useServerStatus, useServices } from '#state/services.tsx';
import { safeLink } from '#state/status/status.rules.ts';
import { takeJump } from './jump.rules.ts';
import { frameWords } from './frame.words.ts';
import { shellWords } from './shell.words.ts';

/** Follows a one-shot flag once: one that is set now, and one that was left before the sign-in. */
export function useJump(): void {
  const router = useRouter();
  const say = useWords(frameWords);
  const sayInShell = useWords(shellWords);
  const { jumps, notices } = useServices();
  const support = safeLink(useServerStatus()?.supportUrl);
  useEffect(() => {
    const openPanel = (panel: PanelName) => {
      const now = resolvePlace(router.place());
      if (now.kind === 'screen' && now.search.panel === panel) return;
      router.go(
        now.kind === 'screen'
          ? screenAddress(now.path, { ...now.search, panel })
          : screenAddress('/home', { panel }),
      );
    };
    const ask = (address: string) => {
      // A browser opens another page only after a tap.
      const popUp = {
        title: say('supportAsk'),
        text: say('supportText'),
        confirm: say('supportOpen'),
        cancel: sayInShell('close'),
        onConfirm: () => void globalThis.open(address, '_blank', 'noopener,noreferrer'),
      };
      notices.change(({ popUps }) => ({ popUps: [...popUps, popUp] }));
    };
    const follow = () => {
      const taken = takeJump(jumps.read());
      // Customer service waits until the server has said where it is.
      if (!taken || (taken.jump.to === 'support' && support === undefined)) return;
      jumps.write(taken.rest);
      const { to, viaMenu } = taken.jump;
      if (viaMenu) openPanel('settings');
      if (to === 'bind') router.go('/bind');
      else if (to !== 'support') openPanel(to);
      else if (to === 'support' && support !== undefined) ask(support);
    };
    follow();
    return jumps.subscribe(follow);
  }, [jumps, notices, router, say, sayInShell, support]);
}
