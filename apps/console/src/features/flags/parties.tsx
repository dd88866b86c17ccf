import type { CallOutput } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import type { FlagState } from '@holdfast/contract/operators';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Button, Card, cx, EmptyState, formatMoney, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { useHeld } from '#components/in-hand.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { useUnlessLive } from '#state/live.tsx';
import styles from './flags.module.css';
import { flagWords } from './flags.words.ts';
import { Verdict } from './verdict.tsx';

type Flagged = CallOutput<'/operator/flag/parties'>['items'][number];

/** Where there is no stream. */
const REFRESH_MS = 10_000;

/** Orders behind whose two parties one person may stand. */
export function FlaggedParties({ state }: { state: FlagState | undefined }) {
  const list = usePages('/operator/flag/parties', state ? { state } : {}, {
    refetchMs: useUnlessLive(REFRESH_MS),
  });
  return (
    <ReadState read={list}>
      {(flagged) => <Queue key={state ?? 'open'} flagged={flagged} list={list} isFiltered={!!state} />}
    </ReadState>
  );
}

interface QueueProps {
  flagged: readonly Flagged[];
  list: Pick<ReturnType<typeof usePages>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  isFiltered: boolean;
}

/** As with messages: while a hand is over the list it stays as it is. */
function Queue({ flagged, list, isFiltered }: QueueProps) {
  const say = useWords(flagWords);
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const { shown, isBehind, catchUp } = useHeld(flagged, isOver || hasFocus);
  const oldest = shown.at(-1)?.id;
  const all = [...shown, ...flagged.filter(({ id }) => oldest !== undefined && BigInt(id) < BigInt(oldest))];
  return (
    <div
      className={stackClass}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <div role="status" className={styles.news}>
        {isBehind && flagged.some(({ id }) => BigInt(id) > BigInt(shown[0]?.id ?? 0)) && (
          <Button look="quiet" onClick={catchUp}>
            {say('newParties')}
          </Button>
        )}
      </div>
      {all.length === 0 && (
        <Card>
          <EmptyState title={say(isFiltered ? 'noneOfTheseParties' : 'noParties')} />
        </Card>
      )}
      <ol className={cx(stackClass, styles.list)} aria-label={say('partiesList')}>
        {all.map((each) => (
          <li key={each.id}>
            <FlaggedOrder flagged={each} />
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('moreParties')}
        </Button>
      )}
    </div>
  );
}

function FlaggedOrder({ flagged }: { flagged: Flagged }) {
  const say = useWords(flagWords);
  const language = useLanguage();
  const when = useWhen();
  const { payer, payee, kinds, coin, quantity, tradedTogether, serialNo, orderId, orderState, at } = flagged;
  return (
    <Card className={stackClass}>
      <div className={styles.head}>
        <h2>{say('parties', { payer: payer.nick, payee: payee.nick })}</h2>
        <span className={styles.kinds}>
          {kinds.map((kind) => (
            <Pill key={kind} tone="refused">
              {say(`common-${kind}`)}
            </Pill>
          ))}
        </span>
      </div>
      <p>
        {say('partiesText', { quantity: formatMoney(quantity), coin, count: tradedTogether, when: when(at) })}
      </p>
      <div className={styles.foot}>
        <span className={styles.ways}>
          <Link to="/case" search={{ order: orderId }} className={componentStyles.rowLink}>
            {say('order', { serialNo })}
          </Link>
          <span>{inLanguage(ORDER_STATE_INFO[orderState], language)}</span>
          {[payer, payee].map(({ account, nick }) => (
            <Link key={account} to="/member" search={{ account }} className={componentStyles.rowLink}>
              {say('member', { nick })}
            </Link>
          ))}
        </span>
        <Verdict flag={flagged} of="parties" who={`${payer.nick} ${payee.nick}`} />
      </div>
    </Card>
  );
}
