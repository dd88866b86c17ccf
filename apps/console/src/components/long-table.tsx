import { useWords } from '@holdfast/client/i18n';
import { Button, Card, EmptyState, Notice } from '@holdfast/ui';
import {
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Shown } from '#state/columns.ts';
import { useServices } from '#state/services.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { componentWords } from './components.words.ts';
import styles from './components.module.css';

export interface Column<T> {
  /** A column with an id can be left out by whoever reads the table. One that a row is known by, or acted on, has none. */
  readonly id?: string;
  readonly name: string;
  readonly cell: (row: T) => ReactNode;
  /** Left out where there is no room for everything. */
  readonly isExtra?: boolean;
  /** Holds what can be done with the row: on a narrow window it stands below the others, without its name. */
  readonly isAct?: boolean;
  /** Its share of the table, where several tables below each other are to have their columns below each other too. */
  readonly width?: string;
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface ColumnTable<T> {
  /** Under which the choice of columns is kept. Left out: there is none. */
  name?: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
}

interface LongTableProps<T> extends ColumnTable<T> {
  label: string;
  keyOf: (row: T) => string;
  /** The row that is open, if one is. */
  current?: string | undefined;
  pages?: Pages;
  onClear?: (() => void) | undefined;
}

const ROW_PX = 52;
const EVERYTHING: Shown = {};

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
export function LongTable<T extends object>({ pages, onClear, ...table }: LongTableProps<T>) {
  if (table.rows.length === 0) return <Nothing onClear={onClear} />;
  return (
    <div>
      <Rows {...table} />
      {pages && <More pages={pages} />}
    </div>
  );
}

const features = tableFeatures({
  columnVisibilityFeature,
  columnMeta: {} as Pick<Column<object>, 'name' | 'isExtra' | 'isAct' | 'width'>,
});

/** The table of these columns: what of it is shown is kept in this browser, under the name of the table. */
function useColumnTable<T extends object>({ columns, rows, name = '' }: ColumnTable<T>) {
  const { columns: choices } = useServices();
  const columnVisibility =
    useSyncExternalStore(choices.subscribe, choices.read, choices.read)?.[name] ?? EVERYTHING;
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, T> => ({
        id: column.id ?? column.name,
        header: column.name,
        cell: ({ row }) => column.cell(row.original),
        enableHiding: column.id !== undefined,
        meta: column,
      })),
    [columns],
  );
  return useTable({
    features,
    columns: defs,
    data: rows,
    state: { columnVisibility },
    onColumnVisibilityChange: (next) =>
      choices.write({ ...choices.read(), [name]: functionalUpdate(next, { ...columnVisibility }) }),
  });
}

type LongRows<T extends object> = ReturnType<typeof useColumnTable<T>>;

function Rows<T extends object>(props: Omit<LongTableProps<T>, 'pages' | 'onClear'>) {
  const { label, keyOf, current, ...shown } = props;
  const table = useColumnTable(shown);
  const hideable = table.getAllLeafColumns().filter((column) => column.getCanHide());
  return (
    <div>
      {shown.name !== undefined && (
        <div className={styles.tableBar}>
          <ColumnMenu
            choices={hideable.map((column) => ({
              id: column.id,
              name: String(column.columnDef.header),
              isShown: column.getIsVisible(),
            }))}
            onChoose={(id, isShown) => table.getColumn(id)?.toggleVisibility(isShown)}
          />
        </div>
      )}
      {/* Whoever has no mouse scrolls what is wider than the window by the arrow keys. */}
      <Card flush className={styles.tableCard} role="group" aria-label={label} tabIndex={0}>
        <table className={styles.table} aria-label={label} aria-rowcount={shown.rows.length + 1}>
          <Heads table={table} />
          <Body table={table} keyOf={keyOf} current={current} />
        </table>
      </Card>
    </div>
  );
}

function Heads<T extends object>({ table }: { table: LongRows<T> }) {
  return (
    <thead>
      <tr>
        {table.getFlatHeaders().map((header) => (
          <th
            key={header.id}
            scope="col"
            data-extra={header.column.columnDef.meta?.isExtra || undefined}
            style={{ width: header.column.columnDef.meta?.width }}
          >
            <table.FlexRender header={header} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface BodyProps<T extends object> extends Pick<LongTableProps<T>, 'keyOf' | 'current'> {
  table: LongRows<T>;
}

function Body<T extends object>({ table, keyOf, current }: BodyProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin((body.current?.getBoundingClientRect().top ?? 0) + globalThis.scrollY), []);
  const { rows } = table.getRowModel();
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
      <tr aria-hidden data-gap>
        <td colSpan={table.getVisibleLeafColumns().length} style={{ height }} />
      </tr>
    );
  return (
    <tbody ref={body}>
      {gap(above)}
      {shown.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const key = keyOf(row.original);
        return (
          <tr
            key={key}
            data-index={index}
            ref={virtual.measureElement}
            aria-rowindex={index + 2}
            aria-current={key === current || undefined}
          >
            {row.getVisibleCells().map((cell) => (
              <td
                key={cell.column.id}
                data-extra={cell.column.columnDef.meta?.isExtra || undefined}
                data-act={cell.column.columnDef.meta?.isAct || undefined}
                data-name={cell.column.columnDef.meta?.name}
              >
                <div>
                  <table.FlexRender cell={cell} />
                </div>
              </td>
            ))}
          </tr>
        );
      })}
      {gap(below)}
    </tbody>
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
