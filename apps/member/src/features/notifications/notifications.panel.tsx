import { BROADCAST_NOTICE } from '@holdfast/contract/broadcasts';
import type { InboxRow } from '@holdfast/contract/calls';
import { isAboutOrder } from '@holdfast/contract/notifications';
import {
  BellIcon,
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
  Skeleton,
  stackClass,
} from '@holdfast/ui';
import { useEffect, useState } from 'react';
import { usePages } from '@holdfast/client/queries';
import { dayAndTime, useTypeset, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { messagesOf } from '#state/notifications/notices.ts';
import { useServices, useSettings, useUnreadMessages, useWaitingNotices } from '#state/services.tsx';
import { broadcastTarget } from './broadcast-link.ts';
import { LoadMore } from '#components/load-more.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { findSuperseded } from '#state/notifications/superseded.rules.ts';
import { noticeText } from './notice-text.ts';
import { orderAddress } from './order-address.ts';
import styles from './notifications.module.css';
import { notificationsWords } from './notifications.words.ts';

/** So long "this was not me" undoes what somebody else did (docs/decisions/0015-accounts-and-sessions.md). */
const DENIABLE_MS = 72 * 3_600_000;

/** Everything that the member was told, the newest first: what was closed in its dialog is read again here. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(notificationsWords);
  const read = usePages('/member/notification/list', { newestFirst: '1' });
  const { data, isError } = read;
  return (
    <Panel title={say('inbox')} onClose={onClose}>
      {data ? (
        <div className={stackClass}>
          <Messages rows={data} />
          <LoadMore pages={read} />
        </div>
      ) : isError ? (
        <ReadFailed read={read} />
      ) : (
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
      )}
    </Panel>
  );
}

function Messages({ rows }: { rows: readonly InboxRow[] }) {
  const say = useWords(notificationsWords);
  const isUnread = useUnreadUntilClosed();
  const superseded = findSuperseded(rows);
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon={<BellIcon />} title={say('inboxEmpty')} text={say('inboxEmptyText')} />
      </Card>
    );
  return (
    <>
      <Card flush>
        <RowList label={say('inbox')}>
          {rows.map((row) => (
            <li key={row.seq}>
              <Message row={row} isUnread={isUnread(row)} isSuperseded={superseded.has(row.seq)} />
            </li>
          ))}
        </RowList>
      </Card>
      <ZoneNote isCentered />
    </>
  );
}

/** What had not been read when the list was opened stays marked as long as it is open, and counts as read from now on. */
function useUnreadUntilClosed(): (row: InboxRow) => boolean {
  const { unread } = useServices().inbox;
  const unreadNow = useUnreadMessages();
  const waiting = messagesOf(useWaitingNotices());
  const [marked] = useState(() => new Set(unreadNow.map(({ seq }) => seq)));
  useEffect(() => {
    const readAll = () => unread.drop(() => true);
    readAll();
    return readAll;
  }, [unread]);
  return ({ seq }) => marked.has(seq) || waiting.some((row) => row.seq === seq);
}

interface MessageProps {
  row: InboxRow;
  isUnread: boolean;
  isSuperseded: boolean;
}

function Message({ row, isUnread, isSuperseded }: MessageProps) {
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
          {text !== undefined && !isSuperseded && (
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
      >
        {body}
      </Link>
    );
  const isRecent = serverNow() - Date.parse(row.at) < DENIABLE_MS;
  return (
    <>
      <div className={rowClass}>{body}</div>
      {isDeniable && isRecent && <NotMe />}
    </>
  );
}

function NotMe() {
  const say = useWords(notificationsWords);
  const panelAddress = usePanelAddress();
  return (
    <Link className={cx(buttonClass({ look: 'text-danger' }), styles.notMe)} to={panelAddress('freeze')}>
      {say('notMe')}
    </Link>
  );
}
