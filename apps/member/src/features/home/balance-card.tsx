import type { Balance } from '@holdfast/contract/calls';
import { COINS, formatAmount, parseAmount, type Coin } from '@holdfast/kernel';
import { BalanceBar, cx, ExpandIcon, MoneyText, NextIcon, Segmented, useUiWords } from '@holdfast/ui';
import { useId, useState } from 'react';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useRead } from '@holdfast/client/queries';
import { useServices, useSettings } from '#state/services.tsx';
import { useBalances } from './home.query.ts';
import { homeWords } from './home.words.ts';
import styles from './balance-card.module.css';

/** What is not available, whatever holds it. */
function heldOf(balance: Balance): string {
  const { coin, listed, inOrder, onHold, withdrawing } = balance;
  const sum = [listed, inOrder, onHold, withdrawing].reduce<bigint>(
    (total, part) => total + (parseAmount(coin, part) ?? 0n),
    0n,
  );
  return formatAmount(coin, sum);
}

/** One coin at a time: its whole, what of it is free and what is held, and on demand where the held part lies. */
export function BalanceCard({ coin, onCoin }: { coin: Coin; onCoin: (coin: Coin) => void }) {
  const say = useWords(homeWords);
  const [isOpen, setOpen] = useState(false);
  const splitId = useId();
  const { data, isError } = useBalances();
  const balance = data?.balances.find((one) => one.coin === coin);
  const held = balance && heldOf(balance);
  return (
    <section className={styles.card} aria-busy={!data && !isError}>
      <div className={styles.head}>
        <Segmented
          onHero
          label={say('coin')}
          value={coin}
          onChange={onCoin}
          options={COINS.map((one) => ({ value: one, label: one }))}
        />
        <span className={styles.soft}>
          {say('total')}
          <AsOf asOf={isError ? undefined : data?.asOf} />
        </span>
      </div>
      <div className={styles.total}>
        <MoneyText value={balance?.total} size="hero" own />
      </div>
      <BalanceBar free={balance?.available} total={balance?.total} />
      <div className={styles.legend}>
        <span className={cx(styles.part, styles.free)}>
          {say('available')} <MoneyText value={balance?.available} size="inherit" own />
        </span>
        <button
          type="button"
          className={cx(styles.part, styles.held, styles.toggle)}
          aria-expanded={isOpen}
          aria-controls={splitId}
          onClick={() => setOpen(!isOpen)}
        >
          {say('held')} <MoneyText value={held} size="inherit" own />
          <ExpandIcon size={16} className={isOpen ? styles.turned : undefined} />
        </button>
      </div>
      <div id={splitId} hidden={!isOpen}>
        {isOpen && balance && <Split balance={balance} />}
      </div>
      <Stale asOf={data?.asOf} isStale={isError} />
    </section>
  );
}

/** Where the held part lies, each line leading to its cause. */
function Split({ balance }: { balance: Balance }) {
  const say = useWords(homeWords);
  const parts = [
    ['listed', balance.listed, screenAddress('/pendingOrder')],
    ['inOrder', balance.inOrder, screenAddress('/front-end-order')],
    ['onHold', balance.onHold, undefined],
    ['withdrawing', balance.withdrawing, undefined],
  ] as const;
  return (
    <ul className={styles.split} aria-label={say('split')}>
      {parts.map(([name, amount, to]) => (
        <li key={name}>
          {to ? (
            <Link to={to} className={styles.splitRow}>
              <span>{say(name)}</span>
              <MoneyText value={amount} size="inherit" own />
              <NextIcon size={16} />
            </Link>
          ) : (
            <span className={styles.splitRow}>
              <span>{say(name)}</span>
              <MoneyText value={amount} size="inherit" own />
            </span>
          )}
          {name === 'onHold' && parseAmount(balance.coin, amount) !== 0n && <Lots coin={balance.coin} />}
        </li>
      ))}
    </ul>
  );
}

/** What was bought and cannot be used yet: each order's part, with the time from which on it is free. */
function Lots({ coin }: { coin: Coin }) {
  const say = useWords(homeWords);
  const timeOf = useTime();
  const { data } = useRead('/wallet/holds', { input: { coin } });
  return (
    <ul className={styles.lots} aria-label={say('onHold')}>
      {data?.items.map(({ orderId, nick, quantity, until }) => (
        <li key={orderId}>
          <Link to={screenAddress('/front-end-order', { orderId })} className={styles.splitRow}>
            <span>
              {say('heldLot', { nick: nick ?? '' })}
              <span className={styles.lotTime}>{say('heldUntil', { time: timeOf(until) })}</span>
            </span>
            <MoneyText value={quantity} size="inherit" own />
            <NextIcon size={16} />
          </Link>
        </li>
      ))}
      {data?.next && <li className={styles.lotTime}>{say('heldMore')}</li>}
    </ul>
  );
}

function useTime(): (asOf: string) => string {
  const { language } = useSettings();
  const { serverNow } = useServices();
  return (asOf) => dayAndTime(asOf, serverNow(), language);
}

/** When the amounts were true. Its line is there before it is known. */
function AsOf({ asOf }: { asOf: string | undefined }) {
  const say = useWords(homeWords);
  const timeOf = useTime();
  return (
    <span className={styles.asOf}>{asOf === undefined ? '\u00a0' : say('asOf', { time: timeOf(asOf) })}</span>
  );
}

/** While the server cannot be reached it says so, and how old the amounts are. */
function Stale({ asOf, isStale }: { asOf: string | undefined; isStale: boolean }) {
  const say = useWords(homeWords);
  const timeOf = useTime();
  const words = useUiWords();
  const { refetch, isFetching } = useBalances();
  return (
    <div role="status">
      {isStale && (
        <p className={styles.stale}>
          {asOf === undefined ? say('unreachable') : say('stale', { time: timeOf(asOf) })}
          <button
            type="button"
            className={styles.retry}
            aria-busy={isFetching}
            onClick={() => void refetch()}
          >
            {isFetching ? words.working : words.retry}
          </button>
        </p>
      )}
    </div>
  );
}
