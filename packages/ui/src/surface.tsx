import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { AlertIcon } from './icons.tsx';
import styles from './surface.module.css';
import { useUiWords } from './ui-words.tsx';

/** A white surface on paper. `flush` for lists, whose rows bring their own padding. */
export function Card({ flush, className, ...rest }: { flush?: boolean } & ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.card, flush && styles.flush, className)} />;
}

export type Tone = 'neutral' | 'free' | 'held' | 'refused';

/** A state in one or two words. Amber and green only for what is held and what is free. */
export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.pill, styles[tone])}>{children}</span>;
}

/** A sentence that must not be overlooked: a warning, a refusal. `isAlert` reads it out at once. */
export function Notice({ tone, isAlert, children }: { tone: Tone; isAlert?: boolean; children: ReactNode }) {
  return (
    <p role={isAlert ? 'alert' : undefined} className={cx(styles.notice, styles[tone])}>
      {children}
    </p>
  );
}

/** How many things wait for the member. */
export function CountBadge({ children }: { children: ReactNode }) {
  return <span className={styles.count}>{children}</span>;
}

export function LevelBadge({ level }: { level: number }) {
  return <span className={styles.level}>Lv.{level}</span>;
}

const TINTS = [styles.tint0, styles.tint1, styles.tint2, styles.tint3, styles.tint4] as const;

/** The same name always has the same tint, on every device and in every session. */
function tintOf(name: string): string | undefined {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return TINTS[sum % TINTS.length];
}

/** A member's picture, or the first character of the nickname on a stable tint. Decoration: the nickname always stands beside it. */
export function Avatar({
  name,
  large,
  picture,
}: {
  name: string;
  large?: boolean;
  picture?: string | undefined;
}) {
  const [initial = '?'] = name;
  return (
    <span className={cx(styles.avatar, large && styles.large, tintOf(name))} aria-hidden>
      {picture === undefined ? (
        initial.toUpperCase()
      ) : (
        <img className={styles.picture} src={picture} alt="" />
      )}
    </span>
  );
}

/** A list on a card, its rows parted by hairlines; each child is one row inside an `<li>`. */
export function RowList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowParts {
  lead?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  end?: ReactNode;
}

function RowBody({ lead, title, note, end }: RowParts) {
  return (
    <>
      {lead}
      <span className={styles.rowText}>
        <span className={styles.rowTitle}>{title}</span>
        {note !== undefined && <div className={styles.rowNote}>{note}</div>}
      </span>
      {end !== undefined && <span className={styles.rowEnd}>{end}</span>}
    </>
  );
}

/** One row: something to look at, or with `onClick` something to open. Links use `rowClass` and `ListRow.Body`. */
export function ListRow({
  lead,
  title,
  note,
  end,
  onClick,
}: RowParts & { onClick?: ComponentProps<'button'>['onClick'] }) {
  const body = <RowBody lead={lead} title={title} note={note} end={end} />;
  return onClick ? (
    <button type="button" className={styles.row} onClick={onClick}>
      {body}
    </button>
  ) : (
    <div className={styles.row}>{body}</div>
  );
}
ListRow.Body = RowBody;
export const rowClass = cx(styles.row);

/** For what holds parts one under the other, at the usual distance. */
export const stackClass = cx(styles.stack);

/** The icon at the head of a row, on the tint of what it means. */
export function RowIcon({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={cx(styles.rowIcon, styles[tone])} aria-hidden>
      {children}
    </span>
  );
}

/** Names and values of one thing, as a description list. `sums` sets the values as a column of numbers. */
export function Facts({ sums, children }: { sums?: boolean; children: ReactNode }) {
  return <dl className={cx(styles.facts, sums && styles.sums)}>{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A grey shape that holds the place and the size of what is loading. Purely visual; the region says it is busy. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

interface StateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** Nothing here yet: says why, and what to do about it. */
export function EmptyState({ icon, title, text, action }: StateProps) {
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.stateIcon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={styles.stateTitle}>{title}</p>
      {text && <p className={styles.stateText}>{text}</p>}
      {action && <div className={styles.stateAction}>{action}</div>}
    </div>
  );
}

/** It could not be loaded: says so, and offers to try again. */
export function ErrorState({
  title,
  text,
  onRetry,
  busy,
}: Omit<StateProps, 'icon' | 'action'> & {
  onRetry: () => void;
  busy?: boolean;
}) {
  const words = useUiWords();
  return (
    <div role="alert">
      <EmptyState
        icon={<AlertIcon />}
        title={title}
        text={text}
        action={
          <Button look="quiet" busy={busy ?? false} onClick={onRetry}>
            {words.retry}
          </Button>
        }
      />
    </div>
  );
}
