import type { ReviewClaim } from '@holdfast/contract/calls';
import { clockTime, useLanguage, useWords } from '@holdfast/client/i18n';
import { useErrorText } from '@holdfast/client/calls';
import { Button, Notice, Pill, useServerTime } from '@holdfast/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import componentStyles from '#components/components.module.css';
import { ReadState } from '#components/read-state.tsx';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useShortcuts, type Shortcut } from '#components/shortcuts.tsx';
import { ROOMS } from './kinds.tsx';
import { callName } from './review.rules.ts';
import styles from './reviews.module.css';
import { reviewWords } from './reviews.words.ts';
import {
  useItemActs,
  useItemState,
  useMayDecide,
  useProlong,
  type ItemState,
  type OpenItem,
} from './use-item.ts';

const MINUTE_MS = 60_000;

/** One item: who has it, what it holds, and what can be done. Its heading takes the focus, so that a reader hears where they are. */
export function Room({ item, account }: { item: OpenItem; account: string | undefined }) {
  const say = useWords(reviewWords);
  const { id: _, ...queue } = useSearch({ from: '/shell/reviews' });
  const read = useItemState(item);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={styles.room} aria-labelledby="item">
      <Link to="/reviews" search={queue} className={styles.back}>
        {say('back')}
      </Link>
      <h1 ref={heading} id="item" tabIndex={-1}>
        {account ?? `#${item.id}`}
      </h1>
      <ReadState read={read}>{(state) => <Opened item={item} state={state} />}</ReadState>
    </section>
  );
}

function Opened({ item, state }: { item: OpenItem; state: ItemState }) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const errorText = useErrorText();
  const acts = useItemActs(item.kind);
  const [asked, setAsked] = useState<'takeOver' | 'reopen'>();
  const { claim, lostTo } = state;
  useProlong(item, claim);
  const possible = useActsOf(item, state, acts, setAsked);
  useShortcuts(possible);
  const { Room: Inside } = ROOMS[item.kind];
  const error = acts.claim.error ?? acts.release.error;
  return (
    <>
      <div className={styles.holder}>
        <p role="status">
          <Holder state={state} />
        </p>
        <div className={componentStyles.actions}>
          {possible.map(({ keys, label, run }) => (
            <Button key={keys} look="quiet" onClick={run}>
              {label} <kbd aria-hidden>{keys.toUpperCase()}</kbd>
            </Button>
          ))}
        </div>
      </div>
      {lostTo && (
        <Notice tone="held" isAlert>
          {say('wasLost', { who: callName(lostTo.by), when: clockTime(lostTo.at, language) })}
        </Notice>
      )}
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <Inside key={item.id} item={item} state={state} />
      {asked && (
        <ReasonDialog
          title={
            asked === 'takeOver'
              ? say('takeOverTitle', { who: callName(claim?.by ?? '') })
              : say('reopenTitle')
          }
          confirm={say(asked)}
          draft={`${asked} ${item.kind} ${item.id}`}
          shows={[
            'REVIEW_CLAIMED',
            'REVIEW_NOT_HELD',
            'REVIEW_NOT_FOUND',
            'RATE_LIMITED',
            'PARAMETERS_INVALID',
          ]}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason) =>
            acts.claimFor(item.id, { reason, ...(asked === 'takeOver' && claim && { since: claim.since }) })
          }
        >
          <Notice tone="neutral">{say(asked === 'takeOver' ? 'takeOverNote' : 'reopenNote')}</Notice>
        </ReasonDialog>
      )}
    </>
  );
}

/** What may be done with the claim now: each is a button and a key. */
function useActsOf(
  { id, kind }: OpenItem,
  { claim, state }: ItemState,
  { claim: take, release }: Pick<ReturnType<typeof useItemActs>, 'claim' | 'release'>,
  ask: (what: 'takeOver' | 'reopen') => void,
): readonly Shortcut[] {
  const say = useWords(reviewWords);
  if (!useMayDecide(kind)) return [];
  if (claim?.isMine) return [{ keys: 'e', label: say('release'), run: () => void release.run(id) }];
  if (claim) return [{ keys: 't', label: say('takeOver'), run: () => ask('takeOver') }];
  return state === 'waiting'
    ? [{ keys: 'c', label: say('claim'), run: () => void take.run(id) }]
    : [{ keys: 'c', label: say('reopen'), run: () => ask('reopen') }];
}

function Holder({ state: { claim, state } }: { state: ItemState }) {
  const say = useWords(reviewWords);
  if (claim) return <Held claim={claim} />;
  if (state === 'waiting') return say('free');
  return (
    <>
      <Pill tone={state === 'approved' ? 'free' : 'refused'}>{say(state)}</Pill> {say('wasDecided')}
    </>
  );
}

function Held({ claim: { by, isMine, until } }: { claim: ReviewClaim }) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const minutes = useServerTime((now) => Math.max(0, Math.ceil((Date.parse(until) - now) / MINUTE_MS)));
  return isMine
    ? say('mine', { minutes })
    : say('theirs', { who: callName(by), when: clockTime(until, language) });
}
