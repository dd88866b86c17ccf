import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import styles from './components.module.css';
import { staleNoteWords } from './stale-note.words.ts';

interface StaleRead {
  data: unknown;
  isError: boolean;
  dataUpdatedAt: number;
}

/** Above what could not be read anew: from when it is. That the network is gone is said, and read out, by the strip over every screen. */
export function StaleNote({ read: { data, isError, dataUpdatedAt } }: { read: StaleRead }) {
  const say = useWords(staleNoteWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  if (!isError || data === undefined) return null;
  const time = dayAndTime(new Date(dataUpdatedAt).toISOString(), serverNow(), language);
  return <p className={styles.staleNote}>{say('stale', { time })}</p>;
}
