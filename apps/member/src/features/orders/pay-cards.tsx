import type { OrderDetail } from '@holdfast/contract/calls';
import { Card, CopyButton, Fact, Facts, formatMoney, formatPrice, MoneyText } from '@holdfast/ui';
import { exactTime, useWords } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import { useBankName } from '#components/bank.tsx';
import styles from './orders.module.css';
import { ordersWords } from './orders.words.ts';

/** `123456789012` as one reads it aloud: in fours. Copying takes the digits alone. */
function inFours(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** For the payer: the sum, the account, the name, each to be copied, and the rule about whose account may pay. */
export function PayToCard({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const bankName = useBankName();
  const { payTo, payTwd, payerNameMasked } = order;
  if (!payTo) return null;
  return (
    <Card className={styles.pay}>
      <h2 className="visually-hidden">{say('payTitle')}</h2>
      <div className={styles.sum}>
        <span>{say('sum')}</span>
        <span className={styles.sumCopy}>
          <span className={styles.sumValue}>
            NT$ <MoneyText value={payTwd} size="inherit" />
          </span>
          <CopyButton name={say('sum')} value={payTwd} />
        </span>
      </div>
      <Facts>
        <Fact name={say('bank')}>{bankName(payTo.bankCode)}</Fact>
        <Fact name={say('account')}>
          <span className={styles.digits}>{inFours(payTo.accountNumber)}</span>
          <CopyButton name={say('account')} value={payTo.accountNumber} />
        </Fact>
        <Fact name={say('holder')}>{payTo.holderName}</Fact>
      </Facts>
      <p className={styles.rule}>
        {payerNameMasked === '' ? say('nameRuleOwn') : say('nameRule', { name: payerNameMasked })}
      </p>
    </Card>
  );
}

/** What the payer declared: the payee looks for it at the bank, the payer sees what was said. */
export function PaidCard({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const bankName = useBankName();
  const { language } = useSettings();
  const { paid, role } = order;
  if (!paid) return null;
  return (
    <Card className={styles.pay}>
      <div className={styles.sum}>
        <h2>{say(role === 'payee' ? 'paidInfo' : 'paidInfoOwn')}</h2>
        <span className={styles.sumValue}>
          NT$ <MoneyText value={order.payTwd} size="inherit" />
        </span>
      </div>
      <Facts>
        <Fact name={say('payType')}>{say(`payType.${paid.payType}`)}</Fact>
        {paid.paidBank !== null && <Fact name={say('fromBank')}>{bankName(paid.paidBank)}</Fact>}
        <Fact name={say('lastFive')}>
          <span className={styles.digits}>{paid.lastFive}</span>
        </Fact>
        <Fact name={say('payer')}>{paid.payer}</Fact>
        <Fact name={say('paidAt')}>{exactTime(paid.at, language)}</Fact>
      </Facts>
    </Card>
  );
}

export function TradeCard({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const { coin } = order;
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say('tradeTitle')}</h2>
      <Facts sums>
        <Fact name={say('quantity')}>
          {formatMoney(order.quantity)} {coin}
        </Fact>
        <Fact name={say('unitPrice')}>NT$ {formatPrice(order.price)}</Fact>
        <Fact name={say(order.role === 'payer' ? 'sum' : 'expect')}>NT$ {formatMoney(order.payTwd)}</Fact>
        <Fact name={say('fee')}>
          {formatMoney(order.fee)} {coin}
        </Fact>
        <Fact name={say('receives')}>
          {formatMoney(order.receives)} {coin}
        </Fact>
        {order.role === 'payee' && order.payerNameMasked !== '' && (
          <Fact name={say('from')}>{order.payerNameMasked}</Fact>
        )}
      </Facts>
    </Card>
  );
}
