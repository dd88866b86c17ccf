import type { Presence } from '@holdfast/contract/orders';
import { cx } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import styles from './components.module.css';
import { presenceWords } from './presence.words.ts';

/** Whether a member is here, in words; nothing where it is not told. `ofOther`: where no name stands beside it. */
export function PresenceText({
  presence,
  ofOther = false,
}: {
  presence: Presence | null;
  ofOther?: boolean;
}) {
  const say = useWords(presenceWords);
  if (presence === null) return null;
  return (
    <span className={cx(styles.presence, presence === 'online' && styles.online)}>
      {say(ofOther ? `other.${presence}` : presence)}
    </span>
  );
}
