import type { OrderDetail, Rating } from '@holdfast/contract/calls';
import { STARS, tagsFor, type RatingTag, type Stars as StarCount } from '@holdfast/contract/orders';
import { Button, Card, ChipSet, Pill, Segmented, StarChoice, Stars } from '@holdfast/ui';
import type { FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { ratingWords } from '#components/rating.words.ts';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices, useSettings } from '#state/services.tsx';
import styles from './orders.module.css';

interface Draft {
  readonly stars: StarCount;
  readonly recommends: boolean;
  readonly tags: readonly RatingTag[];
}

/** What lay in the storage, as far as it can still be sent. */
function readDraft(kept: unknown): Draft | undefined {
  const { stars: said, recommends, tags } = (kept ?? {}) as Partial<Draft>;
  const stars = STARS.find((each) => each === said);
  if (stars === undefined || typeof recommends !== 'boolean' || !Array.isArray(tags)) return undefined;
  return { stars, recommends, tags: tagsFor(stars).filter((tag) => tags.includes(tag)) };
}
const DRAFT = { read: readDraft, initial: undefined };

/** What the two sides of a finished order say of each other. Nothing where there is nothing to say or to read. */
export function RatingCard({ order }: { order: OrderDetail }) {
  return order.state === 'FINISHED' ? <Ratings order={order} /> : null;
}

function Ratings({ order }: { order: OrderDetail }) {
  const { data: ratings } = useRead('/order/rating', { input: { orderId: order.orderId } });
  if (!ratings) return null;
  const { until, given, received } = ratings;
  if (until !== null) return <RatingForm order={order} until={until} />;
  if (!given && !received) return null;
  return (
    <Card className={styles.pay}>
      {given && <Said order={order} of="given" rating={given} hiddenUntil={ratings.hiddenUntil} />}
      {received && <Said order={order} of="received" rating={received} hiddenUntil={null} />}
    </Card>
  );
}

function Said({
  order,
  of,
  rating,
  hiddenUntil,
}: {
  order: OrderDetail;
  of: 'given' | 'received';
  rating: Rating;
  hiddenUntil: string | null;
}) {
  const say = useWords(ratingWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const { stars, recommends, tags } = rating;
  return (
    <section>
      <h2 className={styles.cardTitle}>{say(of, { nick: order.counterparty.nick })}</h2>
      <p className={styles.rated}>
        <Stars count={Number(stars)} label={say(`star.${stars}`)} />
        <Pill tone="neutral">{say(recommends ? 'recommends' : 'recommendsNot')}</Pill>
        {tags.map((tag) => (
          <Pill key={tag} tone="neutral">
            {say(`tag.${tag}`)}
          </Pill>
        ))}
      </p>
      {hiddenUntil !== null && (
        <p className={styles.soft}>
          {say('hidden', { when: dayAndTime(hiddenUntil, serverNow(), language) })}
        </p>
      )}
    </section>
  );
}

/** What is being said of an order, kept until it has been sent. */
function useRating({ orderId }: OrderDetail) {
  const say = useWords(ratingWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const [draft, setDraft, forget] = useFormDraft<Draft | undefined>(`rating ${orderId}`, DRAFT);
  const rate = useAction(
    async () => {
      if (!draft) return;
      const { stars, recommends, tags } = draft;
      await callApi('/order/rate', {
        input: { orderId, stars, recommends: recommends ? '1' : '0', tags: [...tags] },
      });
      forget();
      refresh('/order/rating', '/member/trade-record');
      showToast(say('sent'));
    },
    { shows: ['RATING_CLOSED', 'RATING_GIVEN', 'RATE_LIMITED'] },
  );
  // What was said beside other stars stays as far as it goes with these.
  const choose = (stars: StarCount) =>
    setDraft({
      stars,
      recommends: draft?.recommends ?? Number(stars) >= 3,
      tags: tagsFor(stars).filter((tag) => draft?.tags.includes(tag)),
    });
  return { draft, setDraft, choose, rate };
}

function RatingForm({ order, until }: { order: OrderDetail; until: string }) {
  const say = useWords(ratingWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const { draft, setDraft, choose, rate } = useRating(order);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void rate.run();
  };
  return (
    <Card className={styles.pay}>
      <form onSubmit={submit} className={styles.rating}>
        <h2 className={styles.cardTitle}>{say('ask', { nick: order.counterparty.nick })}</h2>
        <StarChoice
          label={say('stars')}
          value={draft?.stars}
          onChange={choose}
          options={STARS.map((value) => ({ value, label: say(`star.${value}`) }))}
        />
        {draft && (
          <>
            <div>
              <p className={styles.asked} aria-hidden>
                {say('recommend')}
              </p>
              <Segmented
                stretch
                label={say('recommend')}
                value={draft.recommends ? 'yes' : 'no'}
                onChange={(value) => setDraft({ ...draft, recommends: value === 'yes' })}
                options={(['yes', 'no'] as const).map((value) => ({ value, label: say(value) }))}
              />
            </div>
            <ChipSet
              label={say('tags')}
              values={draft.tags}
              onChange={(tags) => setDraft({ ...draft, tags: tags.slice(0, 3) })}
              options={tagsFor(draft.stars).map((value) => ({ value, label: say(`tag.${value}`) }))}
            />
          </>
        )}
        <p className={styles.hint}>{say('askNote', { when: dayAndTime(until, serverNow(), language) })}</p>
        <Refusal error={rate.error} />
        {draft && (
          <Button type="submit" block busy={rate.isBusy}>
            {say('send')}
          </Button>
        )}
      </form>
    </Card>
  );
}
