import type { CallOutput } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import type { FlagState } from '@holdfast/contract/operators';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Card, formatMoney, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import componentStyles from '#components/components.module.css';
import { inCommonWords } from '#components/in-common.words.ts';
import { useWhen } from '#components/use-when.ts';
import { useUnlessLive } from '#state/live.tsx';
import { FlagQueue } from './flag-queue.tsx';
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
  const say = useWords(flagWords);
  return (
    <FlagQueue
      key={state ?? 'open'}
      read={list}
      texts={{
        list: say('partiesList'),
        none: say(state ? 'noneOfTheseParties' : 'noParties'),
        more: say('moreParties'),
        news: say('newParties'),
      }}
      renderItem={(flagged) => <FlaggedOrder flagged={flagged} />}
    />
  );
}

function FlaggedOrder({ flagged }: { flagged: Flagged }) {
  const say = useWords(flagWords);
  const sayCommon = useWords(inCommonWords);
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
              <span className={styles.trace}>{sayCommon(kind)}</span>
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
