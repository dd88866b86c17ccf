import { buttonClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useServerStatus } from '#state/services.tsx';
import { safeLink } from '#state/status/status.rules.ts';
import styles from './components.module.css';
import { supportWords } from './support.words.ts';

/**
 * The way to customer service beside a sentence that sends somebody there: on Login and Home the floating button does not stand, and
 * nothing reaches it from a dialog. It tells that page nothing of where the member was.
 */
export function SupportLink() {
  const say = useWords(supportWords);
  const href = safeLink(useServerStatus()?.supportUrl);
  if (href === undefined) return null;
  return (
    <a
      className={buttonClass({ look: 'text' }, styles.support)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {say('support')}
    </a>
  );
}
