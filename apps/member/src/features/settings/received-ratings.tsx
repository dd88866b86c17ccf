import { Card, Pill, Skeleton, Stars } from '@holdfast/ui';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { LoadMore } from '#components/load-more.tsx';
import { ratingWords } from '#components/rating.words.ts';
import { ReadFailed } from '#components/read-failed.tsx';
import { useServices, useSettings } from '#state/services.tsx';
import { recordWords } from './record.words.ts';
import styles from './settings.module.css';

/** What others have said of the member, the newest first. */
export function ReceivedRatings() {
  const say = useWords(recordWords);
  const sayRating = useWords(ratingWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const read = usePages('/member/ratings', {});
  const ratings = read.data;
  if (read.isError && !ratings) return <ReadFailed read={read} />;
  if (!ratings) return <Skeleton height="96px" />;
  return (
    <section className={styles.ratings}>
      <h3>{say('received')}</h3>
      {ratings.length === 0 && <p>{say('noneReceived')}</p>}
      {ratings.map(({ stars, recommends, tags, at }) => (
        <Card key={at}>
          <p className={styles.rated}>
            <Stars count={Number(stars)} label={sayRating(`star.${stars}`)} />
            <Pill tone="neutral">{sayRating(recommends ? 'recommends' : 'recommendsNot')}</Pill>
            {tags.map((tag) => (
              <Pill key={tag}>{sayRating(`tag.${tag}`)}</Pill>
            ))}
          </p>
          <p className={styles.ratedAt}>{dayAndTime(at, serverNow(), language)}</p>
        </Card>
      ))}
      <LoadMore pages={read} />
    </section>
  );
}
