import type { DailyLimits } from '@holdfast/contract/calls';
import { COINS } from '@holdfast/kernel';
import {
  Button,
  buttonClass,
  Card,
  formatMoney,
  ListRow,
  Panel,
  RowList,
  Skeleton,
  stackClass,
  useServerTime,
} from '@holdfast/ui';
import { useWords, dayAndTime } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useSettings } from '#state/services.tsx';
import { LimitSheet } from './limit-sheet.tsx';
import { isOwnLimit, leftOf, maxOf, type Limit } from '#components/daily-limit.rules.ts';
import { limitsWords } from './limits.words.ts';
import styles from './settings.module.css';

/** What the member may buy and sell in a day, what is used of it, and limits of the member's own. */
export function LimitsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(limitsWords);
  const read = useRead('/member/limits', {});
  const { data, isError } = read;
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass} aria-busy={!data && !isError}>
        <p className={styles.soft}>{say('intro')}</p>
        {isError && !data && <ReadFailed read={read} />}
        {!isError && !data && (
          <>
            <Skeleton height="160px" />
            <Skeleton height="160px" />
          </>
        )}
        {data && <Limits {...data} />}
      </div>
    </Panel>
  );
}

function Limits({ level, limits }: DailyLimits) {
  const say = useWords(limitsWords);
  const panelAddress = usePanelAddress();
  /** The limit whose sheet is open. */
  const [open, setOpen] = useDraft('limit', '');
  const keyOf = ({ coin, side }: Limit) => `${coin} ${side}`;
  const chosen = limits.find((limit) => keyOf(limit) === open);
  return (
    <>
      {COINS.map((coin) => (
        <section key={coin} className={stackClass}>
          <h3>{coin}</h3>
          <Card flush>
            <RowList label={coin}>
              {limits
                .filter((limit) => limit.coin === coin)
                .map((limit) => (
                  <LimitRow key={limit.side} limit={limit} onChange={() => setOpen(keyOf(limit))} />
                ))}
            </RowList>
          </Card>
        </section>
      ))}
      <p className={styles.soft}>{say('level', { level })}</p>
      <Link className={buttonClass({ look: 'text', block: true })} to={panelAddress('record')}>
        {say('toLevel')}
      </Link>
      <ZoneNote isCentered />
      {chosen && <LimitSheet limit={chosen} onClose={() => setOpen('')} />}
    </>
  );
}

function LimitRow({ limit, onChange }: { limit: Limit; onChange: () => void }) {
  const say = useWords(limitsWords);
  const { coin, side, levelMax, used, raise } = limit;
  const { language } = useSettings();
  const raisedAt = useServerTime((now) => (raise ? dayAndTime(raise.at, now, language) : undefined));
  const max = maxOf(limit);
  const allowed = isOwnLimit(limit) ? (/[1-9]/.test(max) ? 'byOwn' : 'none') : 'byLevel';
  return (
    <li>
      <ListRow
        title={say(side)}
        note={
          <>
            <span>{say(allowed, { max: formatMoney(max) })}</span>
            <br />
            <span>{say('used', { used: formatMoney(used), left: formatMoney(leftOf(limit)) })}</span>
            {raise && raisedAt !== undefined && (
              <>
                <br />
                <span>
                  {say(raise.to === null ? 'raiseLevel' : 'raise', {
                    time: raisedAt,
                    max: formatMoney(raise.to ?? levelMax),
                  })}
                </span>
              </>
            )}
          </>
        }
        end={
          <Button look="quiet" aria-label={say('changeOf', { side: say(side), coin })} onClick={onChange}>
            {say('change')}
          </Button>
        }
      />
    </li>
  );
}
