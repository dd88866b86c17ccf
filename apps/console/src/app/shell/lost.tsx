import { buttonClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '@tanstack/react-router';
import styles from './shell.module.css';
import { shellWords } from './shell.words.ts';

export function Lost() {
  const say = useWords(shellWords);
  return (
    <main className={styles.lost}>
      <h1>{say('lost')}</h1>
      <Link to="/" className={buttonClass({ look: 'quiet' })}>
        {say('toHome')}
      </Link>
    </main>
  );
}
