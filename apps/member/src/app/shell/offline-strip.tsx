import { TopBar } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useConnection } from '#state/services.tsx';
import { shellWords } from './shell.words.ts';
import styles from './shell.module.css';

/** One line on every screen, the PIN lock too, for as long as the server cannot be reached. */
export function OfflineStrip() {
  const say = useWords(shellWords);
  const connection = useConnection();
  return <TopBar>{connection !== 'online' && <p className={styles.offline}>{say('offline')}</p>}</TopBar>;
}
