import type { OrderDetail } from '@holdfast/contract/calls';
import { transferCodeOf } from '@holdfast/contract/rules';
import { buttonClass, CopyButton, Fact, formatMoney, QrPicture } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useBankName } from '#components/bank.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import styles from './orders.module.css';
import { ordersWords } from './orders.words.ts';
import { payToWords } from './pay-to.words.ts';

type PayTo = NonNullable<OrderDetail['payTo']>;
type PayAccount = NonNullable<PayTo['payAccount']>;

/** `123456789012` as one reads it aloud: in fours. Copying takes the digits alone. */
function inFours(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Where to pay, line by line, each to be copied; of an order that has ended only to be read. */
export function PayToFacts({ payTo, isPast = false }: { payTo: PayTo; isPast?: boolean }) {
  const say = useWords(ordersWords);
  const bankName = useBankName();
  const { bank, payAccount, holderName } = payTo;
  return (
    <>
      {bank && (
        <>
          <Fact name={say('bank')}>{bankName(bank.bankCode)}</Fact>
          <AccountFact account={bank.accountNumber} isPast={isPast} />
        </>
      )}
      {payAccount && <PayAccountFacts payAccount={payAccount} isPast={isPast} />}
      <Fact name={say('holder')}>{holderName}</Fact>
    </>
  );
}

function AccountFact({ account, isPast }: { account: string; isPast: boolean }) {
  const say = useWords(ordersWords);
  return (
    <Fact name={say('account')}>
      <span className={styles.digits}>{inFours(account)}</span>
      {isPast || <CopyButton name={say('account')} value={account} />}
    </Fact>
  );
}

function PayAccountFacts({ payAccount, isPast }: { payAccount: PayAccount; isPast: boolean }) {
  const say = useWords(ordersWords);
  const sayCode = useWords(payToWords);
  const bankName = useBankName();
  const { app, place, account, code } = payAccount;
  const isDigits = /^\d+$/.test(account);
  return (
    <>
      {app === 'twqr' && (
        <Fact name={say('bank')}>
          {bankName(place)}
          {isPast || <CopyButton name={say('bank')} value={place} />}
        </Fact>
      )}
      {isDigits && <AccountFact account={account} isPast={isPast} />}
      {!isDigits && <Fact name={sayCode('leadsTo')}>{place}</Fact>}
      {isLink(code) && !isPast && (
        <Fact name={sayCode('payLink')}>
          <span className={styles.payLink}>{code}</span>
          <CopyButton name={sayCode('payLink')} value={code} />
        </Fact>
      )}
    </>
  );
}

/** A transfer code of all banks is read by a camera only; the others are pages of their apps. */
const isLink = (code: string) => code.startsWith('https://');

/**
 * A transfer code for this very order: account and amount are filled in when the payer's app scans it. Beside the numbers to copy, which serve where
 * the code lies on the telephone that has to read it.
 */
export function TransferCode({ payTo, payTwd }: { payTo: PayTo; payTwd: string }) {
  const say = useWords(payToWords);
  const { bank, payAccount } = payTo;
  const target =
    bank ?? (payAccount?.app === 'twqr' && { bankCode: payAccount.place, accountNumber: payAccount.account });
  const code = target ? transferCodeOf({ ...target, payTwd }) : undefined;
  if (code === undefined) return payAccount?.app === 'twqr' ? <PayCode payAccount={payAccount} /> : null;
  return (
    <div className={styles.payCode}>
      <QrPicture text={code} label={say('orderCode', { pay: formatMoney(payTwd) })} />
      <p className={styles.soft}>{say('scanOrder')}</p>
    </div>
  );
}

/**
 * The code as our own drawing: what the server has read, and nothing else that the seller's picture may have shown. On a phone its camera cannot see
 * its own screen, so there the way into the app comes first.
 */
export function PayCode({ payAccount: { app, code } }: { payAccount: PayAccount }) {
  const say = useWords(payToWords);
  const name = usePayMethodName()(app);
  return (
    <div className={styles.payCode}>
      {isLink(code) && (
        <a
          href={code}
          target="_blank"
          rel="noopener noreferrer"
          className={`${styles.openApp} ${buttonClass({ block: true, large: true })}`}
        >
          {say('openApp', { app: name })}
        </a>
      )}
      <QrPicture text={code} label={say('payCode', { app: name })} />
      <p className={styles.soft}>{say(app === 'twqr' ? 'scanTransfer' : 'scan', { app: name })}</p>
    </div>
  );
}
