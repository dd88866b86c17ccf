import { BROADCAST_NOTICE } from '@holdfast/contract/broadcasts';
import type { InboxRow } from '@holdfast/contract/calls';
import { isAboutOrder, NOTICE_GROUPS } from '@holdfast/contract/notifications';
import {
  BellIcon,
  Button,
  buttonClass,
  Card,
  ClockIcon,
  cx,
  EmptyState,
  ListRow,
  LockIcon,
  Panel,
  rowClass,
  RowIcon,
  RowList,
  SelectField,
  Skeleton,
  rowInPlaceOf,
  stackClass,
  useLostFocus,
} from '@holdfast/ui';
import { useRef, useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { usePages, useRefresh } from '@holdfast/client/queries';
import { dayAndTime, useTypeset, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { isMarked, mark, markUpTo } from '#state/notifications/mark-read.ts';
import { useReadMarks, useServices, useSettings } from '#state/services.tsx';
import { broadcastTarget } from './broadcast-link.ts';
import { LoadMore } from '#components/load-more.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { noticeText } from './notice-text.ts';
import { orderAddress } from './order-address.ts';
import styles from './notifications.module.css';
import { notificationsWords } from './notifications.words.ts';

/** So long "this was not me" undoes what somebody else did (docs/decisions/0015-accounts-and-sessions.md). */
const DENIABLE_MS = 72 * 3_600_000;

type Row = InboxRow & { readonly isRead: boolean; readonly isSuperseded?: boolean | undefined };

const FILTERS = ['all', 'unread', ...NOTICE_GROUPS] as const;
type Filter = (typeof FILTERS)[number];

const inputOf = (filter: Filter) => ({
  newestFirst: '1' as const,
  ...(filter === 'unread' ? { unread: '1' as const } : filter !== 'all' && { group: filter }),
});

/** Everything that the member was told, the newest first: what was closed in its dialog is read again here. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(notificationsWords);
  const panelAddress = usePanelAddress();
  const [filter, setFilter] = useState<Filter>('all');
  const read = usePages('/member/notification/list', inputOf(filter));
  const { data, isError } = read;
  return (
    <Panel title={say('inbox')} onClose={onClose}>
      <div className={stackClass}>
        <div className={styles.tools}>
          <SelectField
            label={say('show')}
            value={filter}
            onChange={({ target: { value } }) => setFilter(FILTERS.find((one) => one === value) ?? 'all')}
          >
            {FILTERS.map((one) => (
              <option key={one} value={one}>
                {say(`show-${one}`)}
              </option>
            ))}
          </SelectField>
          <Link className={buttonClass({ look: 'quiet' })} to={panelAddress('notification-settings')}>
            {say('settings')}
          </Link>
        </div>
        {data ? (
          <>
            {(filter === 'all' || filter === 'unread') && <MarkAll rows={data} />}
            <Messages rows={data} filter={filter} hasMore={read.hasNextPage} />
            <LoadMore pages={read} />
          </>
        ) : isError ? (
          <ReadFailed read={read} />
        ) : (
          <Loading />
        )}
      </div>
    </Panel>
  );
}

function Loading() {
  return (
    <Card flush aria-busy>
      {[0, 1, 2].map((row) => (
        <ListRow
          key={row}
          lead={<Skeleton width="40px" height="40px" />}
          title={<Skeleton width="60%" />}
          note={<Skeleton width="80%" />}
        />
      ))}
    </Card>
  );
}

/** Marks as read what the member has in front of them, and nothing that has come since. */
function MarkAll({ rows }: { rows: readonly Row[] }) {
  const say = useWords(notificationsWords);
  const { reading } = useServices().inbox;
  const marks = useReadMarks();
  const refresh = useRefresh();
  const newest = rows[0]?.seq;
  const markAll = useAction(async () => {
    if (newest !== undefined) await markUpTo(reading, newest);
    refresh('/member/notification/list');
  });
  const isAnyUnread = rows.some(({ seq, isRead }) => !isRead && !isMarked(marks, seq));
  if (!isAnyUnread && (marks.unread ?? 0) === 0) return undefined;
  return (
    <Button look="quiet" busy={markAll.isBusy} onClick={() => void markAll.run()}>
      {say('markAll')}
    </Button>
  );
}

/** `hasMore`: nothing on the pages so far, but further back there may be. */
function Messages({ rows, filter, hasMore }: { rows: readonly Row[]; filter: Filter; hasMore: boolean }) {
  const say = useWords(notificationsWords);
  const marks = useReadMarks();
  const list = useRef<HTMLDivElement>(null);
  useLostFocus((mark) => rowInPlaceOf(mark) ?? list.current); // what marks as read goes away with that
  if (rows.length === 0 && hasMore) return undefined;
  if (rows.length === 0)
    return (
      <div ref={list} tabIndex={-1}>
        <Card>
          {filter === 'all' ? (
            <EmptyState icon={<BellIcon />} title={say('inboxEmpty')} text={say('inboxEmptyText')} />
          ) : (
            <EmptyState icon={<BellIcon />} title={say(filter === 'unread' ? 'allRead' : 'filterEmpty')} />
          )}
        </Card>
      </div>
    );
  return (
    <div ref={list} tabIndex={-1} className={stackClass}>
      <Card flush>
        <RowList label={say('inbox')}>
          {rows.map((row) => (
            <li key={row.seq} tabIndex={-1}>
              <Message row={row} isUnread={!row.isRead && !isMarked(marks, row.seq)} />
            </li>
          ))}
        </RowList>
      </Card>
      <ZoneNote isCentered />
    </div>
  );
}

/** For a message that leads nowhere: one that leads to an order is read by following it. */
function MarkRead({ row, title }: { row: Row; title: string }) {
  const say = useWords(notificationsWords);
  const { reading } = useServices().inbox;
  const marking = useAction(async () => mark(reading, [row]));
  return (
    <button
      type="button"
      className={cx(buttonClass({ look: 'text' }), styles.below)}
      aria-label={say('markReadOf', { title })}
      onClick={() => void marking.run()}
    >
      {say('markRead')}
    </button>
  );
}

function Message({ row, isUnread }: { row: Row; isUnread: boolean }) {
  const say = useWords(notificationsWords);
  const typeset = useTypeset();
  const { language } = useSettings();
  const { inbox, serverNow } = useServices();
  const panelAddress = usePanelAddress();
  const isOrder = isAboutOrder(row.type);
  const isBroadcast = row.type === BROADCAST_NOTICE;
  const target = broadcastTarget(row);
  const { title, text, facts, isDeniable } = noticeText(row, language, serverNow());
  const hasTime = !isOrder && typeof row.extra['when'] === 'string';
  const body = (
    <ListRow.Body
      lead={
        <RowIcon>
          {isOrder ? <ClockIcon size={20} /> : isBroadcast ? <BellIcon size={20} /> : <LockIcon size={20} />}
        </RowIcon>
      }
      title={
        <span className={cx(isUnread && styles.unread)}>
          {isUnread && <span className="visually-hidden">{say('unread')} </span>}
          {typeset(title)}
        </span>
      }
      note={
        <>
          {text !== undefined && !row.isSuperseded && (
            <p className={cx(styles.text, styles.said)}>{typeset(text)}</p>
          )}
          <ul className={styles.facts}>
            {[...(hasTime ? [] : [dayAndTime(row.at, serverNow(), language)]), ...facts].map((fact) => (
              <li key={fact}>{typeset(fact)}</li>
            ))}
          </ul>
        </>
      }
    />
  );
  if (isOrder)
    return (
      <Link className={rowClass} to={orderAddress(row)} onClick={() => inbox.see(row)}>
        {body}
      </Link>
    );
  if (target)
    return (
      <Link
        className={rowClass}
        to={'panel' in target ? panelAddress(target.panel) : screenAddress(target.path)}
        onClick={() => inbox.see(row)}
      >
        {body}
      </Link>
    );
  const isRecent = serverNow() - Date.parse(row.at) < DENIABLE_MS;
  return (
    <>
      <div className={rowClass}>{body}</div>
      {isUnread && <MarkRead row={row} title={title} />}
      {isDeniable && isRecent && <NotMe />}
    </>
  );
}

function NotMe() {
  const say = useWords(notificationsWords);
  const panelAddress = usePanelAddress();
  return (
    <Link className={cx(buttonClass({ look: 'text-danger' }), styles.below)} to={panelAddress('freeze')}>
      {say('notMe')}
    </Link>
  );
}
