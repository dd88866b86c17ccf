import { SCROLL_THRESHOLD_PX } from '@holdfast/contract/constants';
import { Button, Notice, stackClass } from '@holdfast/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { sharedWords } from './components.words.ts';

interface PagedRead {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * At the end of a list that comes in pages: the next one is read when its end is 100 px away (spec 9), or at a press. One that could not be had
 * is told here, and is asked for again by a press alone: what was read before stays as it is.
 */
export function LoadMore({ pages }: { pages: PagedRead }) {
  const say = useWords(sharedWords);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const mayAsk = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const onNear = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    const { current } = end;
    if (!mayAsk || !current || !('IntersectionObserver' in globalThis)) return undefined;
    const root = current.closest('[data-scroller]'); // a panel scrolls by itself
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { root, rootMargin: `0px 0px ${SCROLL_THRESHOLD_PX}px` },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [mayAsk]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className={stackClass}>
      {isFetchNextPageError && !isFetchingNextPage && (
        <Notice tone="refused" isAlert>
          {say('failed')}
        </Notice>
      )}
      <Button look="quiet" block busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {say('more')}
      </Button>
    </div>
  );
}
