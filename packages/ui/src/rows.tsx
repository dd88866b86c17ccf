import { useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Tone } from './surface.tsx';
import styles from './surface.module.css';

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
  const [broken, setBroken] = useState<string>();
  return (
    <span className={cx(styles.avatar, large && styles.large, tintOf(name))} aria-hidden>
      {picture === undefined || picture === broken ? (
        initial.toUpperCase()
      ) : (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(picture)}
        />
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
