import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { PAID_QR_TYPES } from '@holdfast/contract/rules';
import {
  Card,
  CheckIcon,
  CopyButton,
  ExpandIcon,
  Fact,
  Facts,
  formatMoney,
  formatPrice,
  MoneyText,
  RowIcon,
} from '@holdfast/ui';
import { exactTime, useWords } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import { useBankName } from '#components/bank.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import styles from './orders.module.css';
import { ordersWords } from './orders.words.ts';
import { paidWords } from './paid.words.ts';
import { PayCode, PayToFacts, TransferCode } from './pay-to.tsx';
import { payToWords } from './pay-to.words.ts';

/** Whether one of the cards about the payment is shown: else the trade takes their place. */
export function hasPaymentCard({ payTo, paid, state }: OrderDetail): boolean {
  return paid !== null || (payTo !== null && ORDER_STATE_INFO[state].live);
}

/** For the payer who has to pay: the sum, the account or the code of the pay app, the name, and the rule about whose account may pay. */
export function PayToCard({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const { payTo, payTwd, paid, payerNameMasked, state } = order;
  if (!payTo || paid || !ORDER_STATE_INFO[state].live) return null;
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
      {payTo.payAccount && payTo.payAccount.app !== 'twqr' && <PayCode payAccount={payTo.payAccount} />}
      <Facts>
        <PayToFacts payTo={payTo} />
      </Facts>
      <TransferCode payTo={payTo} payTwd={payTwd} />
      <p className={styles.rule}>
        {payerNameMasked === '' ? say('nameRuleOwn') : say('nameRule', { name: payerNameMasked })}
      </p>
    </Card>
  );
}

/**
 * For the payer of an order that has ended without a payment: whom it was to be paid to, folded away, with nothing to scan or to copy, for
 * nobody may pay now. Whoever had paid says so to support, and looks up here whom.
 */
export function EndedPlaceCard({ order: { payTo, paid, state } }: { order: OrderDetail }) {
  const say = useWords(payToWords);
  if (!payTo || paid || ORDER_STATE_INFO[state].live) return null;
  return (
    <Card className={styles.pay}>
      <details className={styles.folded}>
        <summary>
          {say('place')}
          <ExpandIcon size={18} />
        </summary>
        <p className={styles.rule}>{say('placeEnded')}</p>
        <Facts>
          <PayToFacts payTo={payTo} isPast />
        </Facts>
      </details>
    </Card>
  );
}

/**
 * For the payer who has paid: that it is done, and how much. Account and copy buttons are folded away, for beside them a payment is soon
 * made twice.
 */
export function PaymentMadeCard({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const { paid, payTo, payTwd, role, state } = order;
  if (!paid || role !== 'payer') return null;
  return (
    <Card className={styles.pay}>
      <div className={styles.made}>
        <RowIcon tone="free">
          <CheckIcon size={20} />
        </RowIcon>
        <h2>{say('alreadyPaid', { pay: formatMoney(payTwd) })}</h2>
      </div>
      <details className={styles.folded}>
        <summary>
          {say('showPayment')}
          <ExpandIcon size={18} />
        </summary>
        {ORDER_STATE_INFO[state].live && <p className={styles.rule}>{say('payOnce')}</p>}
        <Facts>
          {payTo && <PayToFacts payTo={payTo} isPast={!ORDER_STATE_INFO[state].live} />}
          <PaidFacts paid={paid} />
        </Facts>
      </details>
    </Card>
  );
}

/** For the payee: what the payer declared, to be looked for at the bank. */
export function PaidCard({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const sayPaid = useWords(paidWords);
  const { paid, payTwd, role, state } = order;
  if (!paid || role !== 'payee') return null;
  return (
    <Card className={styles.pay}>
      <div className={styles.sum}>
        <h2>{say('paidInfo')}</h2>
        <span className={styles.sumValue}>
          NT$ <MoneyText value={payTwd} size="inherit" />
        </span>
      </div>
      <Facts>
        <PaidFacts paid={paid} />
      </Facts>
      {ORDER_STATE_INFO[state].live && <p className={styles.rule}>{sayPaid('beware')}</p>}
    </Card>
  );
}

function PaidFacts({ paid }: { paid: NonNullable<OrderDetail['paid']> }) {
  const say = useWords(ordersWords);
  const bankName = useBankName();
  const { language } = useSettings();
  const app = PAID_QR_TYPES.find((one) => one === paid.paidQRType);
  return (
    <>
      <Fact name={say('payType')}>{say(`payType.${paid.payType}`)}</Fact>
      {paid.paidBank !== null && <Fact name={say('paidBank')}>{bankName(paid.paidBank)}</Fact>}
      {app && <Fact name={say('paidApp')}>{say(`qr.${app}`)}</Fact>}
      <Fact name={say('lastFive')}>
        <span className={styles.digits}>{paid.lastFive}</span>
      </Fact>
      <Fact name={say('payer')}>{paid.payer}</Fact>
      <Fact name={say('paidAt')}>{exactTime(paid.at, language)}</Fact>
    </>
  );
}

/** What is traded for what; at the end it is the receipt. */
export function TradeCard({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const methodName = usePayMethodName();
  const { language } = useSettings();
  const { coin, endedAt, serialNo, state, role } = order;
  const isPayer = role === 'payer';
  const isReceipt = state === 'FINISHED';
  // What was agreed, and not what is still to come.
  const isOff = !isReceipt && !ORDER_STATE_INFO[state].live;
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say(isReceipt ? 'receiptTitle' : 'tradeTitle')}</h2>
      <Facts sums>
        {isReceipt && (
          <Fact name={say('serial')}>
            <span className={styles.digits}>{serialNo}</span>
            <CopyButton name={say('serial')} value={serialNo} />
          </Fact>
        )}
        {isReceipt && endedAt !== null && (
          <Fact name={say('finishedAt')}>{exactTime(endedAt, language)}</Fact>
        )}
        <Fact name={say('quantity')}>
          {formatMoney(order.quantity)} {coin}
        </Fact>
        <Fact name={say('unitPrice')}>NT$ {formatPrice(order.price)}</Fact>
        <Fact name={say('payType')}>{methodName(order.payMethod)}</Fact>
        <Fact name={say(isOff ? 'orderSum' : isPayer ? 'sum' : 'expect')}>
          NT$ {formatMoney(order.payTwd)}
        </Fact>
        {!isOff && (
          <>
            <Fact name={say('fee')}>
              {formatMoney(order.fee)} {coin}
            </Fact>
            <Fact name={say(isPayer ? 'receivesOwn' : 'receives')}>
              {formatMoney(order.receives)} {coin}
            </Fact>
            {order.returned !== null && (
              <Fact name={say(isPayer ? 'partReturned' : 'partReturnedOwn')}>
                {formatMoney(order.returned)} {coin}
              </Fact>
            )}
          </>
        )}
        {!isPayer && order.payerNameMasked !== '' && <Fact name={say('from')}>{order.payerNameMasked}</Fact>}
      </Facts>
    </Card>
  );
}
