import { Skeleton } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { shellWords } from './shell.words.ts';
import styles from './shell.module.css';

/** Holds the place of a screen whose code is on its way. */
export function ScreenSkeleton() {
  const say = useWords(shellWords);
  return (
    <div className={styles.skeleton} aria-busy>
      <span className="visually-hidden">{say('loading')}</span>
      <Skeleton width="40%" height="28px" />
      <Skeleton height="196px" />
      <Skeleton height="76px" />
      <Skeleton height="76px" />
    </div>
  );
}
