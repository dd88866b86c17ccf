import { useWords } from '@holdfast/client/i18n';
import { shellWords } from './shell.words.ts';
import styles from './screen-skeleton.module.css';

/** Holds the place of a screen whose code is on its way. Sizes by class alone: in the static page no style attribute is allowed. */
export function ScreenSkeleton() {
  const say = useWords(shellWords);
  return (
    <div className={styles.skeleton} aria-busy>
      <span className="visually-hidden">{say('loading')}</span>
      <span className={styles.line} />
      <span className={styles.block} />
      <span className={styles.row} />
      <span className={styles.row} />
    </div>
  );
}
