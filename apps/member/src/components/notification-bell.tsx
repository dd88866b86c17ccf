import { BellIcon } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { sharedWords } from './components.words.ts';
import styles from './components.module.css';
import { useUnreadCount } from './use-unread-count.ts';

const COUNTED_MAX = 99;

/** Leads to the messages, with how many are unread; before the server has said it, those that are known to wait here. */
export function NotificationBell() {
  const say = useWords(sharedWords);
  const panelAddress = usePanelAddress();
  const count = useUnreadCount();
  return (
    <Link
      to={panelAddress('notifications')}
      className={styles.bell}
      aria-label={count > 0 ? say('bellUnread', { count }) : say('bell')}
    >
      <BellIcon size={22} />
      {count > 0 && (
        <span className={styles.bellCount} aria-hidden>
          {count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
        </span>
      )}
    </Link>
  );
}
