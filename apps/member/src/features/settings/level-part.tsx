import type { LevelStanding } from '@holdfast/contract/calls';
import {
  amountOf,
  earnedLevel,
  lackingFor,
  LEVEL_NEEDS,
  type Level,
  type LevelNeed,
} from '@holdfast/contract/member';
import { FIGURES_FROM } from '@holdfast/contract/orders';
import {
  Button,
  Card,
  formatMoney,
  ListRow,
  Notice,
  Pill,
  RowList,
  Skeleton,
  stackClass,
} from '@holdfast/ui';
import { useRef } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SupportLink } from '#components/support-link.tsx';
import { useToast } from '#components/toast.tsx';
import { useServices } from '#state/services.tsx';
import { levelWords } from './level.words.ts';
import styles from './settings.module.css';

/** Which level the member has, what each one opens, and what the next one still needs. */
export function LevelPart() {
  const say = useWords(levelWords);
  const read = useRead('/member/account/use-level-get', {});
  const heading = useRef<HTMLHeadingElement>(null);
  const standing = read.data;
  if (read.isError && !standing) return <ReadFailed read={read} />;
  if (!standing)
    return (
      <div aria-busy>
        <Skeleton height="200px" />
      </div>
    );
  const next = standing.levels.find(({ level }) => level > standing.level);
  // Operators can give a level above the table: it opens what the last row does.
  const last = standing.levels.at(-1)?.level ?? 0;
  const isAbove = standing.level > last;
  return (
    <section className={stackClass}>
      <h3 ref={heading} tabIndex={-1}>
        {say('title', { level: standing.level })}
      </h3>
      <Card flush>
        <RowList label={say('levels')}>
          {standing.levels.map((row) => (
            <LevelRow key={row.level} row={row} isOwn={row.level === standing.level} />
          ))}
        </RowList>
      </Card>
      {standing.hasOwnLocksMax && (
        <p className={styles.soft}>{say('ownLocks', { count: standing.locksMax })}</p>
      )}
      {standing.isKept ? (
        <>
          <Notice tone="held">{say('kept')}</Notice>
          <SupportLink />
        </>
      ) : (
        next && <NextLevel next={next} standing={standing} onRaised={() => heading.current?.focus()} />
      )}
      {next === undefined && (
        <p className={styles.soft}>{isAbove ? say('above', { level: last }) : say('highest')}</p>
      )}
    </section>
  );
}

/** One level: what it opens, and whether the member has it. */
function LevelRow({ row, isOwn }: { row: Level; isOwn: boolean }) {
  const say = useWords(levelWords);
  return (
    <li>
      <ListRow
        title={say('level', { level: row.level })}
        note={
          <>
            {say('locks', { count: row.locksMax })} · {say(row.holdsCoin ? 'held' : 'free')} ·{' '}
            {say('daily', {
              twd: formatMoney(String(row.dailyMax.TWD)),
              usdt: formatMoney(String(row.dailyMax.USDT)),
            })}
          </>
        }
        end={isOwn ? <Pill tone="free">{say('yours')}</Pill> : undefined}
      />
    </li>
  );
}

/** What the next level needs and how far the member is, or the button that takes it. */
function NextLevel({
  next,
  standing: { level, levels, record },
  onRaised,
}: {
  next: Level;
  standing: LevelStanding;
  onRaised: () => void;
}) {
  const say = useWords(levelWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const raise = useAction(
    async () => {
      const raised = await callApi('/member/level/raise', {});
      showToast(say('raised', { level: raised.level }));
      refresh(
        '/member/account/use-level-get',
        '/member/account/permissions',
        '/member/info/{account}',
        '/member/trade-record',
        '/listing/market',
        '/listing/best',
      );
      onRaised();
    },
    { shows: ['LEVEL_NOT_EARNED', 'LEVEL_KEPT', 'RATE_LIMITED'] },
  );
  const lacking = lackingFor(next.needs, record);
  const earned = earnedLevel(level, record, levels);
  return (
    <>
      <h4>{say('needs', { level: next.level })}</h4>
      <Card flush>
        <RowList label={say('needs', { level: next.level })}>
          {LEVEL_NEEDS.filter((need) => next.needs[need] > 0).map((need) => (
            <NeedRow
              key={need}
              need={need}
              needed={next.needs[need]}
              has={amountOf(need, record)}
              isMet={!lacking.includes(need)}
            />
          ))}
        </RowList>
      </Card>
      {earned === undefined ? (
        <p className={styles.soft}>{say('byYourself')}</p>
      ) : (
        <Button block busy={raise.isBusy} onClick={() => void raise.run()}>
          {say('raise', { level: earned })}
        </Button>
      )}
      <Refusal error={raise.error} />
    </>
  );
}

function NeedRow({
  need,
  needed,
  has,
  isMet,
}: {
  need: LevelNeed;
  needed: number;
  has: number | undefined;
  isMet: boolean;
}) {
  const say = useWords(levelWords);
  const lack = has === undefined || need === 'completionPercent' ? undefined : needed - has;
  return (
    <li>
      <ListRow
        title={say(`need.${need}`, { count: needed })}
        note={
          has === undefined ? say('unknown', { count: FIGURES_FROM }) : say(`has.${need}`, { count: has })
        }
        end={
          <Pill tone={isMet ? 'free' : 'neutral'}>
            {isMet ? say('met') : lack === undefined ? say('notMet') : say('lack', { count: lack })}
          </Pill>
        }
      />
    </li>
  );
}
