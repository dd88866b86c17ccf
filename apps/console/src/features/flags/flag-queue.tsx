import type { usePages } from '@holdfast/client/queries';
import { Button, Card, cx, EmptyState, stackClass } from '@holdfast/ui';
import { useState, type ReactNode } from 'react';
import { useHeld } from '#components/in-hand.tsx';
import { ReadState } from '#components/read-state.tsx';
import styles from './flags.module.css';

type Pages = ReturnType<typeof usePages>;

interface FlagQueueProps<T> {
  read: Omit<Pages, 'data'> & { readonly data: readonly T[] | undefined };
  texts: {
    /** Names the list. */
    readonly list: string;
    /** Left out: an empty queue shows nothing at all, its head neither. */
    readonly none?: string;
    readonly more: string;
    readonly news: string;
  };
  head?: ReactNode;
  renderItem: (item: T) => ReactNode;
}

/** What waits for a look, the newest first. The ids grow with time. */
export function FlagQueue<T extends { readonly id: string }>(props: FlagQueueProps<T>) {
  return <ReadState read={props.read}>{(items) => <Queue {...props} items={items} />}</ReadState>;
}

/** What the stream brings does not move what somebody is about to press: while a hand is over the list it stays, and what was decided says so in its place. */
function Queue<T extends { readonly id: string }>({
  items,
  read,
  texts,
  head,
  renderItem,
}: FlagQueueProps<T> & { items: readonly T[] }) {
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const { shown, isBehind, catchUp } = useHeld(items, isOver || hasFocus);
  const hasNew = isBehind && items.some(({ id }) => BigInt(id) > BigInt(shown[0]?.id ?? 0));
  // Earlier ones come below, on request: they move nothing.
  const oldest = shown.at(-1)?.id;
  const all = [...shown, ...items.filter(({ id }) => oldest !== undefined && BigInt(id) < BigInt(oldest))];
  if (all.length === 0 && texts.none === undefined && !hasNew) return null;
  return (
    <div
      className={stackClass}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={({ currentTarget }) => {
        setOver(false);
        // A button that had the focus and is gone once its item was decided tells no blur.
        setFocus(currentTarget.contains(document.activeElement));
      }}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {head}
      <div role="status" className={styles.news}>
        {hasNew && (
          <Button look="quiet" onClick={catchUp}>
            {texts.news}
          </Button>
        )}
      </div>
      {all.length === 0 && texts.none !== undefined && (
        <Card>
          <EmptyState title={texts.none} />
        </Card>
      )}
      <ol className={cx(stackClass, styles.list)} aria-label={texts.list}>
        {all.map((item) => (
          <li key={item.id}>{renderItem(item)}</li>
        ))}
      </ol>
      {read.hasNextPage && (
        <Button look="quiet" busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </div>
  );
}
