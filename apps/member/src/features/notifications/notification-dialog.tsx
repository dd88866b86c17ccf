import type { InboxRow } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { notificationRuleOf } from '@holdfast/contract/notifications';
import { Button, buttonClass, Dialog } from '@holdfast/ui';
import { useTypeset, useWords } from '@holdfast/client/i18n';
import { Link, useRouter } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { SupportLink } from '#components/support-link.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { noticeText, type NoticeText } from './notice-text.ts';
import { orderAddress } from './order-address.ts';
import styles from './notifications.module.css';
import { notificationsWords } from './notifications.words.ts';
import { useReviews } from './use-review.ts';

/** One message of the inbox. Its buttons and what they do are a row of NOTIFICATION_RULES (spec 4); a type of tomorrow has 關閉 alone. */
export function NotificationDialog({ row }: { row: InboxRow }) {
  const say = useWords(notificationsWords);
  const typeset = useTypeset();
  const { inbox, serverNow } = useServices();
  const { language } = useSettings();
  const panelAddress = usePanelAddress();
  const confirm = useConfirm(row);
  const { buttons, onConfirm } = notificationRuleOf(row.type);
  useReviews([row]);
  const close = () => inbox.see(row);
  // What could have been followed and was closed instead is put off: the bell goes on counting it.
  const putOff = () => {
    if (buttons.includes('confirm')) inbox.unread.add(row);
    close();
  };
  const said = noticeText(row, language, serverNow());
  const { title, isDeniable } = said;
  const mayClose = buttons.includes('close');
  return (
    <Dialog
      title={typeset(title)}
      isNarrow
      onClose={mayClose ? putOff : undefined}
      actions={
        <>
          {mayClose && (
            <Button look="quiet" onClick={putOff} data-autofocus={!buttons.includes('confirm') || undefined}>
              {say('close')}
            </Button>
          )}
          {buttons.includes('confirm') && (
            <Button
              data-autofocus
              onClick={() => {
                close();
                void confirm();
              }}
            >
              {say('confirm')}
            </Button>
          )}
        </>
      }
    >
      <What {...said} />
      {onConfirm === 'open-order' && (
        <p className={styles.about}>{say(row.type === 'orderPaid' ? 'opensUnreleased' : 'opensOrder')}</p>
      )}
      {isDeniable && (
        <p className={styles.ways}>
          {row.type === 'passwordGuessed' && (
            <Link className={buttonClass({ look: 'quiet' })} to={panelAddress('security')} onClick={close}>
              {say('secure')}
            </Link>
          )}
          <Link className={buttonClass({ look: 'text-danger' })} to={panelAddress('freeze')} onClick={close}>
            {say('notMe')}
          </Link>
          <SupportLink onClick={close} />
        </p>
      )}
    </Dialog>
  );
}

/** The sentence and what it is about: a warning comes last, right above the ways out of it. */
function What({ text, facts, isDeniable, tellsTime }: NoticeText) {
  const typeset = useTypeset();
  const about = facts.length > 0 && (
    <div className={styles.about}>
      {facts.map((fact) => (
        <p key={fact}>{typeset(fact)}</p>
      ))}
      {tellsTime && <ZoneNote />}
    </div>
  );
  return (
    <>
      {isDeniable && about}
      {text !== undefined && <p className={styles.said}>{typeset(text)}</p>}
      {!isDeniable && about}
    </>
  );
}

/** What 確認 does for this type. */
function useConfirm(row: InboxRow): () => Promise<void> {
  const router = useRouter();
  const { callApi, session, endSession } = useServices();
  return async () => {
    const { onConfirm } = notificationRuleOf(row.type);
    if (onConfirm === 'sign-out') {
      const { when, device, place, network } = row.extra;
      endSession(appError('NOT_SIGNED_IN', { reason: 'takeover', at: when, device, place, network }));
      router.go('/login');
    }
    if (onConfirm === 'open-order') router.go(orderAddress(row));
    if (onConfirm === 'refresh-member-info-and-go-home') {
      router.go('/home');
      const account = session.read()?.login.account;
      // The frame says by itself when member info cannot be had.
      const info =
        account && (await callApi('/member/info/{account}', { params: { account } }).catch(() => undefined));
      if (info) session.storeMemberInfo(info);
    }
  };
}
