import { buttonClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { isPlainClick } from '#platform/router/router-context.tsx';
import { useMemberData, useServerStatus, useServices } from '#state/services.tsx';
import { safeLink } from '#state/status/status.rules.ts';
import styles from './components.module.css';
import { supportWords } from './support.words.ts';

/**
 * The way to customer service beside a sentence that sends somebody there: on Login and Home the floating button does not stand, and
 * nothing reaches it from a dialog. It tells that page nothing of where the member was. A member is asked first, with what customer
 * service never asks for; whoever is not signed in has nobody who asks, and follows the link.
 */
export function SupportLink({ onClick }: { onClick?: () => void }) {
  const say = useWords(supportWords);
  const { jumps } = useServices();
  const isMember = useMemberData() !== undefined;
  const href = safeLink(useServerStatus()?.supportUrl);
  if (href === undefined) return null;
  return (
    <a
      className={buttonClass({ look: 'text' }, styles.support)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        onClick?.();
        if (!isMember || !isPlainClick(event)) return;
        event.preventDefault();
        jumps.set('jumpContactUs');
      }}
    >
      {say('support')}
    </a>
  );
}
