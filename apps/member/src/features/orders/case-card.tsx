import type { OpenCase, OrderDetail } from '@holdfast/contract/calls';
import { APPEAL_REASONS, ORDER_STATE_INFO, type AppealReason } from '@holdfast/contract/orders';
import { Card, Countdown, Fact, Facts, useServerTime } from '@holdfast/ui';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { appealWords } from './appeal.words.ts';
import styles from './orders.module.css';

const isAppealReason = (reason: string): reason is AppealReason =>
  (APPEAL_REASONS as readonly string[]).includes(reason);

/** The open case of an order: who raised it, why, and by when the operators write and decide. */
export function CaseCard({ order }: { order: OrderDetail }) {
  return (
    order.case && (
      <OpenCaseCard
        file={order.case}
        isLive={ORDER_STATE_INFO[order.state].live}
        isPayer={order.role === 'payer'}
      />
    )
  );
}

function OpenCaseCard({ file, isLive, isPayer }: { file: OpenCase; isLive: boolean; isPayer: boolean }) {
  const say = useWords(appealWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const { reason } = file;
  const reasonText = reason !== null && (isAppealReason(reason) ? say(`reason.${reason}`) : say('fault'));
  const when = (instant: string) => dayAndTime(instant, serverNow(), language);
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say('caseTitle')}</h2>
      <p className={styles.soft}>{say(isLive ? (isPayer ? 'caseText' : 'caseTextOwn') : 'caseTextEnded')}</p>
      <Facts>
        <Fact name={say('caseBy')}>{say(`by.${file.openedBy}`)}</Fact>
        {reasonText && (
          // What the other side says is theirs to say: "I paid" in quotation marks is not the reader.
          <Fact name={say('caseReason')}>
            {file.openedBy === 'counterparty' ? say('said', { words: reasonText }) : reasonText}
          </Fact>
        )}
        <Fact name={say('caseOpened')}>{when(file.openedAt)}</Fact>
        <Expectations file={file} when={when} />
      </Facts>
    </Card>
  );
}

/** By when support writes and decides. A time that has passed is not promised any more, and what follows it is. */
function Expectations({ file, when }: { file: OpenCase; when: (instant: string) => string }) {
  const say = useWords(appealWords);
  const { firstReplyDate, firstRepliedAt, rulingDate, escalationDate, escalatedAt } = file;
  const isOver = (instant: string) => (now: number) => now > Date.parse(instant);
  const isReplyLate = useServerTime(isOver(firstReplyDate));
  const isRulingLate = useServerTime(isOver(rulingDate));
  const by = (instant: string, isLate: boolean) =>
    isLate ? say('caseLate', { time: when(instant) }) : when(instant);
  return (
    <>
      {firstRepliedAt === null ? (
        <Fact name={say('caseReply')}>{by(firstReplyDate, isReplyLate)}</Fact>
      ) : (
        <Fact name={say('caseReplied')}>{when(firstRepliedAt)}</Fact>
      )}
      {escalatedAt !== null && <Fact name={say('caseEscalated')}>{when(escalatedAt)}</Fact>}
      <Fact name={say('caseRuling')}>{by(rulingDate, isRulingLate)}</Fact>
      {escalatedAt === null && isRulingLate && (
        <Fact name={say('caseEscalates')}>{say('caseEscalatesIf', { time: when(escalationDate) })}</Fact>
      )}
    </>
  );
}

/** For a payer who waits: in how long the operators can be asked. */
export function AppealHint({ order }: { order: OrderDetail }) {
  const say = useWords(appealWords);
  const appeal = order.allowedActions.find(({ action }) => action === 'appeal');
  if (order.role !== 'payer' || order.state !== 'PAID' || order.cancelRequest || !appeal?.opensAt)
    return null;
  return (
    <p className={styles.hint}>
      {say('hintBefore')} <Countdown deadlineMs={Date.parse(appeal.opensAt)} />
    </p>
  );
}
