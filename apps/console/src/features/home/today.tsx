import type { CallOutput } from '@holdfast/contract/calls';
import { REVIEW_KINDS } from '@holdfast/contract/operators';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { Card, formatMoney, Notice, Pill, stackClass } from '@holdfast/ui';
import { Chart } from '#components/chart.tsx';
import styles from '#components/components.module.css';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import homeStyles from './home.module.css';
import { homeWords } from './home.words.ts';

type Work = CallOutput<'/operator/dashboard/work'>;
type Money = CallOutput<'/operator/dashboard/money'>;
type WordOf<Kind extends string> = Extract<keyof (typeof homeWords)['en'], `${Kind}-${string}`>;

const REFRESH_MS = 60_000;

/** What waits, what is open, who signs in, and what the platform's accounts hold. */
export function Today() {
  const may = useMay();
  const work = useRead('/operator/dashboard/work', {}, { refetchMs: REFRESH_MS });
  return (
    <>
      <ReadState read={work}>
        {(data) => (
          <div className={homeStyles.cards}>
            <Reviews work={data} />
            {may('dashboard.money') && <MoneyCard />}
            <Orders orders={data.orders} />
            <SignIns signIns={data.signIns} />
          </div>
        )}
      </ReadState>
    </>
  );
}

function Reviews({ work: { reviews, measuredAt } }: { work: Work }) {
  const say = useWords(homeWords);
  const language = useLanguage();
  const when = useWhen();
  return (
    <Card className={stackClass}>
      <h2>{say('reviews')}</h2>
      <table className={`${styles.changes} ${styles.sums}`}>
        <thead>
          <tr>
            <td />
            <th scope="col">{say('underHour')}</th>
            <th scope="col">{say('waiting')}</th>
            <th scope="col">{say('late')}</th>
          </tr>
        </thead>
        <tbody>
          {reviews.map(({ kind, underHour, waiting, late, oldestAt }) => (
            <tr key={kind}>
              <th scope="row">
                {inLanguage(REVIEW_KINDS[kind], language)}
                {oldestAt !== null && (
                  <div className={styles.quiet}>{say('oldest', { when: when(oldestAt) })}</div>
                )}
              </th>
              <td>{underHour}</td>
              <td>{waiting}</td>
              <td>{late > 0 ? <Pill tone="refused">{late}</Pill> : 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.quiet}>
        {measuredAt === null ? say('notMeasured') : say('measured', { when: when(measuredAt) })}
      </p>
    </Card>
  );
}

const isStuck = (state: string): boolean => state.startsWith('STUCK');

function Orders({ orders }: Pick<Work, 'orders'>) {
  const say = useWords(homeWords);
  return (
    <Card className={stackClass}>
      <h2>{say('orders')}</h2>
      {orders.length === 0 && <p className={styles.quiet}>{say('ordersNone')}</p>}
      <table className={`${styles.changes} ${styles.sums}`}>
        <tbody>
          {orders.map(({ state, count }) => (
            <tr key={state}>
              <th scope="row">{say(`order-${state}` as WordOf<'order'>)}</th>
              <td>{isStuck(state) ? <Pill tone="refused">{count}</Pill> : count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SignIns({ signIns }: Pick<Work, 'signIns'>) {
  const say = useWords(homeWords);
  return (
    <Card className={stackClass}>
      <h2>{say('signIns')}</h2>
      <Chart
        label={say('signIns')}
        hours={signIns.map(({ hour }) => hour)}
        series={[
          { name: say('good'), tone: 'free', values: signIns.map(({ good }) => good) },
          { name: say('refused'), tone: 'refused', values: signIns.map(({ refused }) => refused) },
        ]}
      />
    </Card>
  );
}

function MoneyCard() {
  const say = useWords(homeWords);
  const money = useRead('/operator/dashboard/money', {}, { refetchMs: REFRESH_MS });
  return (
    <Card className={stackClass}>
      <h2>{say('money')}</h2>
      <ReadState read={money}>
        {({ accounts, reconciliation }) => (
          <>
            <Reconciled reconciliation={reconciliation} />
            {accounts.length === 0 && <p className={styles.quiet}>{say('accountsNone')}</p>}
            {accounts.length > 0 && <Accounts accounts={accounts} />}
          </>
        )}
      </ReadState>
    </Card>
  );
}

/** One line for each account, one column for each coin: what is compared stands below each other. */
function Accounts({ accounts }: Pick<Money, 'accounts'>) {
  const say = useWords(homeWords);
  const kinds = [...new Set(accounts.map(({ kind }) => kind))];
  const coins = [...new Set(accounts.map(({ coin }) => coin))];
  const balanceOf = (kind: string, coin: string) =>
    accounts.find((one) => one.kind === kind && one.coin === coin)?.balance;
  return (
    <table className={`${styles.changes} ${styles.sums}`}>
      <thead>
        <tr>
          <td />
          {coins.map((coin) => (
            <th key={coin} scope="col">
              {coin}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{say(`account-${kind}` as WordOf<'account'>)}</th>
            {coins.map((coin) => (
              <td key={coin}>{formatMoney(balanceOf(kind, coin) ?? '', {})}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Reconciled({ reconciliation }: Pick<Money, 'reconciliation'>) {
  const say = useWords(homeWords);
  const when = useWhen();
  if (!reconciliation) return <p className={styles.quiet}>{say('reconciledNever')}</p>;
  const { at, findings, isOverdue } = reconciliation;
  if (findings === 0 && !isOverdue)
    return <p className={styles.quiet}>{say('reconciled', { when: when(at) })}</p>;
  return (
    <>
      {findings > 0 && <Notice tone="refused">{say('findings', { count: findings, when: when(at) })}</Notice>}
      {isOverdue && <Notice tone="refused">{say('overdue', { when: when(at) })}</Notice>}
    </>
  );
}
