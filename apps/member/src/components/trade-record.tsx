import type { CallOutput } from '@holdfast/contract/calls';
import { FIGURES_FROM } from '@holdfast/contract/orders';
import { Card, Fact, Facts, LevelBadge, Skeleton } from '@holdfast/ui';
import { useWords, type Say } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { ReadFailed } from './read-failed.tsx';
import { relationWords } from './relation.words.ts';

type SayRelation = Say<(typeof relationWords)['zh-TW']>;

/** What operators have found, in parts that stay together. */
function disputesOf(
  { disputesLost, disputesWon }: CallOutput<'/member/trade-record'>,
  { say, isOwn }: { say: SayRelation; isOwn: boolean },
): string {
  if (disputesLost + disputesWon === 0) return say('noDisputes');
  const lost = say(isOwn ? 'disputesLostOwn' : 'disputesLost', { count: disputesLost });
  return disputesWon === 0
    ? lost
    : say('disputesBoth', { lost, won: say('disputesWon', { count: disputesWon }) });
}

/** How a member trades. What is not known yet is left out instead of shown as nothing. */
export function TradeRecord({ uid, isOwn = false }: { uid: string; isOwn?: boolean }) {
  const say = useWords(relationWords);
  const read = useRead('/member/trade-record', { input: { uid } });
  const record = read.data;
  if (read.isError && !record) return <ReadFailed read={read} />;
  if (!record) return <Skeleton height="240px" />;
  const { completionPercent, paySeconds, releaseSeconds, volume, days, tradedWithYou, rating } = record;
  const duration = (all: number) => {
    const [minutes, seconds] = [Math.floor(all / 60), all % 60];
    return minutes > 0 ? say('minutesSeconds', { minutes, seconds }) : say('seconds', { seconds });
  };
  return (
    <>
      <p>
        <LevelBadge level={record.level} />{' '}
        {!isOwn && say(tradedWithYou > 0 ? 'traded' : 'notTraded', { count: tradedWithYou })}
      </p>
      <Card>
        <Facts>
          <Fact name={say('days')}>{days === 0 ? say('today') : say('daysOf', { count: days })}</Fact>
          <Fact name={say('finished')}>{say('finishedOf', { count: record.finished })}</Fact>
          <Fact name={say('lately')}>{say('latelyOf', { count: record.finishedLately })}</Fact>
          {volume !== null && <Fact name={say('volume')}>{say(`volume.${volume}`)}</Fact>}
          <Fact name={say('partners')}>{say('partnersOf', { count: record.partners })}</Fact>
          <Fact name={say('disputes')}>{disputesOf(record, { say, isOwn })}</Fact>
          {completionPercent !== null && (
            <Fact name={say('completion')}>{say('completionOf', { percent: completionPercent })}</Fact>
          )}
          {rating && <Fact name={say('rating')}>{say('ratingOf', rating)}</Fact>}
          {paySeconds !== null && <Fact name={say('pays')}>{duration(paySeconds)}</Fact>}
          {releaseSeconds !== null && <Fact name={say('releases')}>{duration(releaseSeconds)}</Fact>}
        </Facts>
      </Card>
      {completionPercent === null && !isOwn && <p>{say('fewOrders', { count: FIGURES_FROM })}</p>}
    </>
  );
}
