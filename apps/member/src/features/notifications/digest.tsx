import type { InboxRow } from '@holdfast/contract/calls';
import { isAboutOrder, notificationRuleOf } from '@holdfast/contract/notifications';
import { Button, buttonClass, Dialog, NextIcon } from '@holdfast/ui';
import { dayAndTime, useTypeset, useWords } from '@holdfast/client/i18n';
import { Link, useRouter } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { noticeText } from './notice-text.ts';
import { orderAddress } from './order-address.ts';
import styles from './notifications.module.css';
import { notificationsWords } from './notifications.words.ts';
import { useReviews } from './use-review.ts';
import { useSeeAll } from './use-see-all.ts';

/** More than one dialog can be read of; the rest is counted, and stands in the list. */
const LINES_MAX = 5;

interface DigestProps {
  /** What is listed, oldest first. */
  rows: readonly InboxRow[];
  /** What is answered with it: those of which nothing is left to say too. */
  all: readonly InboxRow[];
}

/** Many messages as one dialog, as after an unlock. Each of those that somebody else may have caused stands in it in full. */
export function NotificationDigest({ rows, all }: DigestProps) {
  const say = useWords(notificationsWords);
  const { inbox } = useServices();
  const router = useRouter();
  const panelAddress = usePanelAddress();
  const seeAll = useSeeAll();
  useReviews(rows);
  const { warnings, lines } = useLines(rows);
  const listed = lines.slice(0, LINES_MAX);
  const rest = lines.length - listed.length;
  /** What could have been followed and was not is put off: the bell goes on counting it. */
  const answer = (followed?: InboxRow) => {
    const isPutOff = ({ type, extra }: InboxRow) =>
      notificationRuleOf(type).buttons.includes('confirm') && extra['orderId'] !== followed?.extra['orderId'];
    for (const row of rows.filter(isPutOff)) inbox.unread.add(row);
    seeAll(all);
  };
  return (
    <Dialog
      title={say('digest', { count: rows.length })}
      isNarrow
      onClose={() => answer()}
      actions={
        <>
          <Button look="quiet" onClick={() => answer()}>
            {say('close')}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              answer();
              router.go(panelAddress('notifications'));
            }}
          >
            {say('readAll')}
          </Button>
        </>
      }
    >
      {warnings.length > 0 && (
        <div className={styles.warned}>
          <ul className={styles.digest}>
            {warnings.map((line) => (
              <DigestLine key={line.row.seq} {...line} onFollow={answer} />
            ))}
          </ul>
          <Link
            className={buttonClass({ look: 'text-danger' })}
            to={panelAddress('freeze')}
            onClick={() => answer()}
          >
            {say('notMe')}
          </Link>
        </div>
      )}
      <ul className={styles.digest}>
        {listed.map((line) => (
          <DigestLine key={line.row.seq} {...line} onFollow={answer} />
        ))}
      </ul>
      {rest > 0 && <p className={styles.about}>{say('more', { count: rest })}</p>}
      <div className={styles.about}>
        <ZoneNote />
      </div>
    </Dialog>
  );
}

interface Line {
  readonly row: InboxRow;
  readonly title: string;
  readonly facts: readonly string[];
}

/** The newest first, and apart from the others what somebody else may have done. */
function useLines(rows: readonly InboxRow[]): { warnings: readonly Line[]; lines: readonly Line[] } {
  const { serverNow } = useServices();
  const { language } = useSettings();
  const now = serverNow();
  const said = rows.toReversed().map((row) => {
    const { title, facts, isDeniable } = noticeText(row, language, now);
    const time = dayAndTime(row.at, now, language);
    return { row, title, facts: isDeniable ? facts : [time, ...facts], isDeniable };
  });
  return {
    warnings: said.filter(({ isDeniable }) => isDeniable),
    lines: said.filter(({ isDeniable }) => !isDeniable),
  };
}

/** Leads to its order, where it is about one. */
function DigestLine({ row, title, facts, onFollow }: Line & { onFollow: (row: InboxRow) => void }) {
  const typeset = useTypeset();
  const what = (
    <span className={styles.digestText}>
      <b>{typeset(title)}</b>
      <span className={styles.about}>{typeset(facts.join(' · '))}</span>
    </span>
  );
  return (
    <li>
      {isAboutOrder(row.type) ? (
        <Link className={styles.digestLine} to={orderAddress(row)} onClick={() => onFollow(row)}>
          {what}
          <NextIcon size={18} />
        </Link>
      ) : (
        <div className={styles.digestLine}>{what}</div>
      )}
    </li>
  );
}
