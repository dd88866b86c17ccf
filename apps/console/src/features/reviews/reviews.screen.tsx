import type { CallOutput } from '@holdfast/contract/calls';
import { clockTime, inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages, useRead } from '@holdfast/client/queries';
import {
  REVIEW_AGES,
  REVIEW_KIND_NAMES,
  REVIEW_KINDS,
  REVIEW_STATES,
  type ReviewAge,
  type ReviewKindName,
} from '@holdfast/contract/operators';
import {
  Button,
  buttonClass,
  Card,
  cx,
  EmptyState,
  Notice,
  Pill,
  Segmented,
  SelectField,
  useServerTime,
} from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ReadState } from '#components/read-state.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useDraft } from '#state/use-draft.ts';
import { ROOMS } from './kinds.tsx';
import { ageOf, callName, clockOf } from './review.rules.ts';
import { Room } from './room.tsx';
import styles from './reviews.module.css';
import { reviewWords } from './reviews.words.ts';
import { useItemActs, useMayDecide } from './use-item.ts';

type Row = CallOutput<'/operator/review/list'>['items'][number];
type Summary = CallOutput<'/operator/review/summary'>;

const REFRESH_MS = 10_000;
const MANY = 999;
const MINUTE_MS = 60_000;
const toMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/**
 * What waits for a reviewer: the queue at the left, the item that is open beside it. Everything has a key: `n` claims the oldest one, `j` and `k` go
 * through the queue, and the room has its own.
 */
export function ReviewsScreen() {
  const say = useWords(reviewWords);
  const { kind = 'identity', state = 'waiting', age, id } = useSearch({ from: '/shell/reviews' });
  const list = usePages(
    '/operator/review/list',
    { kind, state, ...(age !== undefined && state === 'waiting' && { age }) },
    { keepsPrevious: true, refetchMs: REFRESH_MS },
  );
  const summary = useRead('/operator/review/summary', {}, { refetchMs: REFRESH_MS });
  const { next } = useItemActs(kind);
  const mayDecide = useMayDecide(kind);
  const rows = list.data ?? [];
  const at = rows.findIndex((row) => row.id === id);
  const heading = useRef<HTMLHeadingElement>(null);
  // What is looked at is the title of the page: on a narrow window the queue is not there beside it.
  const Title = id === undefined ? 'h1' : 'h2';
  useEffect(() => {
    document.title = `${say('title')} · 穩付 Holdfast`;
    if (id === undefined) heading.current?.focus({ preventScroll: true });
  }, [say, id]);
  useQueueKeys({ rows, at, isOpen: id !== undefined, next: () => void next.run() });
  return (
    <div className={cx(styles.screen, id !== undefined && styles.open)}>
      <section className={styles.queue} aria-label={say('queue')}>
        <header className={styles.head}>
          <div>
            <Title ref={heading} tabIndex={-1}>
              {say('title')}
            </Title>
            <Waiting queue={summary.data?.queues.find((one) => one.kind === kind)} />
          </div>
          {mayDecide && (
            <Button busy={next.isBusy} onClick={() => void next.run()}>
              {say('next')} <kbd aria-hidden>N</kbd>
            </Button>
          )}
        </header>
        <Filters queues={summary.data?.queues} />
        <Lost lost={summary.data?.lost ?? []} />
        <Rows list={list} kind={kind} isWaiting={state === 'waiting'} openId={id} isLink={mayDecide} />
      </section>
      {id === undefined ? (
        <div className={styles.none}>
          <EmptyState
            title={say('choose')}
            text={
              <>
                {say('chooseHint')}
                <br />
                {say('chooseKeys')}
              </>
            }
          />
        </div>
      ) : (
        <Room key={`${kind} ${id}`} item={{ kind, id }} account={rows[at]?.account} />
      )}
    </div>
  );
}

/** Goes through the queue by keys; opening is for whoever may decide. */
function useQueueKeys({
  rows,
  at,
  isOpen,
  next,
}: {
  rows: readonly Row[];
  at: number;
  isOpen: boolean;
  next: () => void;
}): void {
  const say = useWords(reviewWords);
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/reviews' });
  const mayDecide = useMayDecide(search.kind ?? 'identity');
  const open = (row: Row | undefined) => {
    if (row) void navigate({ to: '/reviews', search: { ...search, id: row.id } });
  };
  const close = () => {
    const { id: _, ...queue } = search;
    void navigate({ to: '/reviews', search: queue });
  };
  const keys = [
    { keys: 'n', label: say('next'), run: next },
    { keys: 'j', label: say('down'), run: () => open(rows[Math.min(at + 1, rows.length - 1)]) },
    { keys: 'k', label: say('up'), run: () => open(rows[Math.max(at - 1, 0)]) },
    ...(isOpen ? [{ keys: 'u', label: say('back'), run: close }] : []),
  ];
  useShortcuts(mayDecide ? keys : []);
}

interface RowsProps {
  list: ReturnType<typeof usePages<'/operator/review/list'>>;
  kind: ReviewKindName;
  isWaiting: boolean;
  openId: string | undefined;
  isLink: boolean;
}

function Rows({ list, kind, isWaiting, openId, isLink }: RowsProps) {
  const say = useWords(reviewWords);
  return (
    <>
      <ReadState read={list}>
        {(rows) =>
          rows.length === 0 ? (
            <Card>
              <EmptyState
                title={say(isWaiting ? 'allDone' : 'noneDecided')}
                text={isWaiting ? say('allDoneHint') : undefined}
              />
            </Card>
          ) : (
            <ul className={styles.rows}>
              {rows.map((row) => (
                <QueueRow key={row.id} row={row} kind={kind} isOpen={row.id === openId} isLink={isLink} />
              ))}
            </ul>
          )
        }
      </ReadState>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      )}
    </>
  );
}

function useAgeText(): (since: string) => string {
  const say = useWords(reviewWords);
  const now = useServerTime(toMinute);
  return (since) => {
    const { hours, minutes } = ageOf(since, now);
    return hours === 0 ? say('ageMinutes', { minutes }) : say('ageText', { hours, minutes });
  };
}

function Waiting({ queue }: { queue: Summary['queues'][number] | undefined }) {
  const say = useWords(reviewWords);
  const ageText = useAgeText();
  if (!queue) return <p className={styles.quiet}>&nbsp;</p>;
  const { waiting, oldestAt } = queue;
  const text =
    oldestAt === null
      ? say('noteNone')
      : waiting >= MANY
        ? say('noteMany', { age: ageText(oldestAt) })
        : say('note', { count: waiting, age: ageText(oldestAt) });
  return <p className={styles.quiet}>{text}</p>;
}

/** Which queue, in the address: it can be linked to, and Back leads to the one before. */
function Filters({ queues }: { queues: Summary['queues'] | undefined }) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const navigate = useNavigate();
  const { kind = 'identity', state = 'waiting', age } = useSearch({ from: '/shell/reviews' });
  const go = (next: { kind?: ReviewKindName; state?: typeof state; age?: ReviewAge | undefined }) => {
    const { age: asked, ...queue } = { kind, state, age, ...next };
    void navigate({ to: '/reviews', search: { ...queue, ...(asked !== undefined && { age: asked }) } });
  };
  const countOf = (one: ReviewKindName) => queues?.find((queue) => queue.kind === one)?.waiting ?? 0;
  return (
    <div className={styles.filters}>
      <Segmented
        stretch
        label={say('kind')}
        value={kind}
        options={REVIEW_KIND_NAMES.map((one) => ({
          value: one,
          label: `${inLanguage(REVIEW_KINDS[one], language)}${countOf(one) > 0 ? ` ${countOf(one)}` : ''}`,
        }))}
        onChange={(next) => go({ kind: next })}
      />
      <div className={styles.selects}>
        <SelectField
          label={say('state')}
          value={state}
          onChange={(event) =>
            go({ state: REVIEW_STATES.find((one) => one === event.target.value) ?? 'waiting' })
          }
        >
          {REVIEW_STATES.map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </SelectField>
        {state === 'waiting' && (
          <SelectField
            label={say('age')}
            value={age ?? ''}
            onChange={(event) => go({ age: REVIEW_AGES.find((one) => one === event.target.value) })}
          >
            <option value="">{say('anyAge')}</option>
            {REVIEW_AGES.map((one) => (
              <option key={one} value={one}>
                {say('ageOver', { hours: one })}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </div>
  );
}

interface QueueRowProps {
  row: Row;
  kind: ReviewKindName;
  isOpen: boolean;
  isLink: boolean;
}

function QueueRow({ row, kind, isOpen, isLink }: QueueRowProps) {
  const say = useWords(reviewWords);
  const search = useSearch({ from: '/shell/reviews' });
  const ageText = useAgeText();
  const now = useServerTime(toMinute);
  const { id, account, nameMasked, numberMasked, version, since, isContested, claim } = row;
  const age = ageOf(since, now);
  const late = { refused: 'late', held: 'soonLate' } as const;
  const label =
    version === 1
      ? say('first')
      : ROOMS[kind].again === 'again'
        ? say('again', { count: version })
        : say('changed');
  const body = (
    <>
      <span className={styles.who}>
        <b>{account}</b>
        <small>
          {nameMasked} · {numberMasked}
        </small>
        {(claim !== null || isContested) && (
          <span className={styles.tags}>
            {isContested && <Pill tone="refused">{say('contested')}</Pill>}
            {claim && (
              <Pill tone={claim.isMine ? 'free' : 'neutral'}>
                {claim.isMine ? say('isMine') : say('by', { who: callName(claim.by) })}
              </Pill>
            )}
          </span>
        )}
      </span>
      <span className={styles.label}>{label}</span>
      <span className={styles.age} data-tone={row.decidedAt === null ? age.tone : undefined}>
        <span aria-hidden>{clockOf(age)}</span>
        <span className="visually-hidden">
          {row.decidedAt === null && age.tone in late
            ? say('ageLate', { age: ageText(since), late: say(late[age.tone as keyof typeof late]) })
            : ageText(since)}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {isLink ? (
        <Link
          to="/reviews"
          search={{ ...search, id }}
          className={styles.row}
          activeProps={{}}
          aria-current={isOpen || undefined}
        >
          {body}
        </Link>
      ) : (
        <div className={styles.row}>{body}</div>
      )}
    </li>
  );
}

/** Tells a reviewer what somebody else has taken over, until they say that they know. */
function Lost({ lost }: Pick<Summary, 'lost'>) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const [known, setKnown] = useDraft('lost reviews');
  const keyOf = ({ kind, id, at }: Summary['lost'][number]) => `${kind} ${id} ${at}`;
  return lost
    .filter((one) => known[keyOf(one)] === undefined)
    .map((one) => (
      <div key={keyOf(one)} className={styles.lost} role="status">
        <Notice tone="held">
          {say('lost', { who: callName(one.by), when: clockTime(one.at, language) })}
        </Notice>
        <div className={styles.lostActs}>
          <Link
            to="/reviews"
            search={{ kind: one.kind, id: one.id }}
            className={buttonClass({ look: 'text' })}
          >
            {say('look')}
          </Link>
          <Button look="text" onClick={() => setKnown({ ...known, [keyOf(one)]: '1' })}>
            {say('dismiss')}
          </Button>
        </div>
      </div>
    ));
}
