import { useWords } from '@holdfast/client/i18n';
import { Button, Card, EmptyState, Notice } from '@holdfast/ui';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { componentWords } from './components.words.ts';
import styles from './components.module.css';

export interface Column<T> {
  readonly name: string;
  readonly cell: (row: T) => ReactNode;
  /** Left out where there is no room for everything. */
  readonly isExtra?: boolean;
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface LongTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** The row that is open, if one is. */
  current?: string | undefined;
  pages?: Pages;
  onClear?: (() => void) | undefined;
}

const ROW_PX = 52;

/** Says that nothing matches, and offers to ask for everything. */
function Nothing({ onClear }: { onClear: (() => void) | undefined }) {
  const say = useWords(componentWords);
  return (
    <Card>
      <EmptyState
        title={say('empty')}
        action={
          onClear && (
            <Button look="quiet" onClick={onClear}>
              {say('clear')}
            </Button>
          )
        }
      />
    </Card>
  );
}

/**
 * A table of any length: the rows near the window are in the document, the others are a height. It is a real table all the same, with
 * the count of its rows for screen readers.
 */
export function LongTable<T>({ pages, onClear, ...table }: LongTableProps<T>) {
  if (table.rows.length === 0) return <Nothing onClear={onClear} />;
  return (
    <div>
      <Rows {...table} />
      {pages && <More pages={pages} />}
    </div>
  );
}

function Rows<T>({ label, columns, rows, keyOf, current }: Omit<LongTableProps<T>, 'pages' | 'onClear'>) {
  const box = useRef<HTMLDivElement>(null);
  const [scrollMargin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(box.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- nothing that is memoized gets what it returns
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin,
    // Where nothing has a height (a test without a layout), the first rows are shown.
    initialRect: { width: 1024, height: 1024 },
  });
  const shown = virtual.getVirtualItems();
  const above = (shown[0]?.start ?? scrollMargin) - scrollMargin;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin);
  const gap = (height: number) =>
    height > 0 && (
      <tr aria-hidden>
        <td colSpan={columns.length} style={{ height }} />
      </tr>
    );
  return (
    <div ref={box}>
      <Card flush className={styles.tableCard}>
        <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1}>
          <Heads columns={columns} />
          <tbody>
            {gap(above)}
            {shown.map(({ index }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const key = keyOf(row);
              return (
                <tr
                  key={key}
                  data-index={index}
                  ref={virtual.measureElement}
                  aria-rowindex={index + 2}
                  aria-current={key === current || undefined}
                >
                  {columns.map(({ name, cell, isExtra }) => (
                    <td key={name} data-extra={isExtra || undefined}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
            {gap(below)}
          </tbody>
        </table>
      </Card>
    </div>
  );
}

function Heads<T>({ columns }: { columns: readonly Column<T>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, isExtra }) => (
          <th key={name} scope="col" data-extra={isExtra || undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function More({ pages }: { pages: Pages }) {
  const say = useWords(componentWords);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  if (!hasNextPage) return null;
  return (
    <div className={styles.more}>
      {isFetchNextPageError && !isFetchingNextPage && (
        <Notice tone="refused" isAlert>
          {say('failedMore')}
        </Notice>
      )}
      <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {say('more')}
      </Button>
    </div>
  );
}
