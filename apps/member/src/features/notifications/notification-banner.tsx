import type { InboxRow } from '@holdfast/contract/calls';
import { BellIcon, NextIcon } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { withoutSuperseded } from '#state/notifications/last-words.rules.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { noticeText } from './notice-text.ts';
import styles from './notifications.module.css';
import { notificationsWords } from './notifications.words.ts';

interface BannerProps {
  /** Those that wait, the first of which is named. */
  messages: readonly InboxRow[];
  onOpen: () => void;
}

/** A message that came while the member was doing something: one line that waits until it is tapped. */
export function NotificationBanner({ messages, onOpen }: BannerProps) {
  const say = useWords(notificationsWords);
  const { serverNow } = useServices();
  const { language } = useSettings();
  const [row, ...behind] = withoutSuperseded(messages);
  if (!row) return null;
  const { title } = noticeText(row, language, serverNow());
  const others = behind.length;
  return (
    <button
      type="button"
      className={styles.banner}
      // The field keeps the focus, and has it again when the dialog closes.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <BellIcon size={20} />
      <span className={styles.bannerText}>
        {title}
        {others > 0 && <span className={styles.bannerMore}>{say('more', { count: others })}</span>}
      </span>
      <span className={styles.bannerOpen}>{say('read')}</span>
      <NextIcon size={18} />
    </button>
  );
}
