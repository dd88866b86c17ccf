import type { OrderDetail, OrderRuling } from '@holdfast/contract/calls';
import { exactTime, inLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { RULING_REASONS } from '@holdfast/contract/orders';
import { Card, Fact, Facts, MoneyText } from '@holdfast/ui';
import { useSettings } from '#state/services.tsx';
import styles from './orders.module.css';
import { rulingWords } from './ruling.words.ts';

/** What operators have decided about the order, in the words that both sides read. Asked only where the order says that they have acted. */
export function RulingCard({ order }: { order: OrderDetail }) {
  const isRuled = order.timeline.some(({ by }) => by === 'operator');
  const { data } = useRead('/order/ruling', { input: { orderId: order.orderId } }, { isEnabled: isRuled });
  return isRuled && data?.ruling ? <Ruled order={order} ruling={data.ruling} /> : null;
}

function Ruled({ order: { coin }, ruling }: { order: OrderDetail; ruling: OrderRuling }) {
  const say = useWords(rulingWords);
  const { language } = useSettings();
  const { outcome, reason, text, at, shares, appealUntil } = ruling;
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say('title')}</h2>
      <Facts>
        <Fact name={say('outcome')}>{say(`outcome-${outcome}`)}</Fact>
        <Fact name={say('reason')}>{inLanguage(RULING_REASONS[reason], language)}</Fact>
        {shares && (
          <>
            <Fact name={say('payerGets')}>
              <MoneyText value={shares.payer} size="inherit" /> {coin}
            </Fact>
            <Fact name={say('payeeGets')}>
              <MoneyText value={shares.payee} size="inherit" /> {coin}
            </Fact>
          </>
        )}
        <Fact name={say('at')}>
          <time dateTime={at}>{exactTime(at, language)}</time>
        </Fact>
      </Facts>
      <p>{text}</p>
      {appealUntil !== null && (
        <p className={styles.rule}>{say('appeal', { when: exactTime(appealUntil, language) })}</p>
      )}
    </Card>
  );
}
