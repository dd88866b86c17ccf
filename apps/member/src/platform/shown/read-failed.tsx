import { ErrorState } from '@holdfast/ui';
import { useWords } from '../i18n/use-words.ts';
import { shownWords } from './shown.words.ts';

interface FailedRead {
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** In the place of what could not be read: says so, and asks again. */
export function ReadFailed({ read }: { read: FailedRead }) {
  const say = useWords(shownWords);
  return <ErrorState title={say('failed')} onRetry={() => void read.refetch()} busy={read.isFetching} />;
}
