import { buttonClass, EmptyState } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '@tanstack/react-router';
import { shellWords } from './shell.words.ts';

export function Lost() {
  const say = useWords(shellWords);
  return (
    <EmptyState
      title={say('lost')}
      action={
        <Link to="/" className={buttonClass({ look: 'quiet' })}>
          {say('toHome')}
        </Link>
      }
    />
  );
}
