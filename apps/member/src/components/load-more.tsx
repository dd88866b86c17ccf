import { Button, Notice } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { sharedWords } from './components.words.ts';

interface PagedRead {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** At the end of a list that comes in pages. One that could not be had is told here: what was read before stays as it is. */
export function LoadMore({ pages }: { pages: PagedRead }) {
  const say = useWords(sharedWords);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  if (!hasNextPage) return null;
  return (
    <>
      {isFetchNextPageError && !isFetchingNextPage && (
        <Notice tone="refused" isAlert>
          {say('failed')}
        </Notice>
      )}
      <Button look="quiet" block busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {say('more')}
      </Button>
    </>
  );
}
