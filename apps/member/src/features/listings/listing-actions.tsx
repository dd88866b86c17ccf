import type { Listing } from '@holdfast/contract/calls';
import type { ListingAction } from '@holdfast/contract/orders';
import { isAboveZero } from '@holdfast/kernel';
import { Button, formatMoney, Question } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { EditSheet } from './edit-sheet.tsx';
import styles from './listings.module.css';
import { LISTING_READS } from './listings.query.ts';
import { listingWords } from './listings.words.ts';
import { ShareSheet } from './share-sheet.tsx';
import { shareWords } from './share.words.ts';
import { useListingDraft } from './use-listing-draft.ts';

const SHOWN = [
  'LISTING_CHANGED',
  'LISTING_NOT_OPEN',
  'LISTING_NOT_FOUND',
  'LISTING_NOTHING_TO_RENEW',
  'BALANCE_INSUFFICIENT',
  'BANK_CARD_REQUIRED',
  'BANK_CARD_NOT_APPROVED',
  'BANK_CARD_COOLING',
  'PAY_ACCOUNT_NOT_FOUND',
  'PAY_ACCOUNT_NOT_APPROVED',
  'PAY_ACCOUNT_COOLING',
  'PAY_WINDOW_NOT_OFFERED',
  'AMOUNT_BELOW_FEE',
  'LISTINGS_FULL',
  'LISTING_ABOVE_DAY',
  'RATE_LIMITED',
] as const;

/** A command on one listing. Whatever comes of it, the card is asked anew: a refusal means that the listing is not what it shows. */
function useListingCommand(listing: Listing, action: Exclude<ListingAction, 'edit'>, onDone?: () => void) {
  const say = useWords(listingWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      try {
        await callApi(`/listing/${action}`, {
          input: { listingId: listing.id, version: String(listing.version) },
        });
        showToast(say(`done.${action}`));
        onDone?.();
      } finally {
        refresh(...LISTING_READS);
      }
    },
    { shows: [...SHOWN] },
  );
}

/** What the owner can do with a listing now, as the server says, and copying it, which is always possible. */
export function ListingActions({ listing }: { listing: Listing }) {
  const say = useWords(listingWords);
  const sayShare = useWords(shareWords);
  const [asks, setAsks] = useState<'close' | 'copy' | 'share'>();
  const [isEditing, setEditing] = useDraft(`edit listing ${listing.id}`, false);
  const { actions } = listing;
  const pause = useListingCommand(listing, 'pause');
  const resume = useListingCommand(listing, 'resume');
  const renew = useListingCommand(listing, 'renew');
  const copy = useCopy(listing);
  const atOnce = { pause, resume, renew };
  const close = () => setAsks(undefined);
  return (
    <>
      <Refusal error={pause.error ?? resume.error ?? renew.error} />
      <div className={styles.actions}>
        {(['resume', 'renew', 'pause'] as const)
          .filter((action) => actions.includes(action))
          .map((action) => (
            <Button
              key={action}
              look={action === 'pause' ? 'quiet' : 'primary'}
              busy={atOnce[action].isBusy}
              onClick={() => void atOnce[action].run()}
            >
              {say(action)}
            </Button>
          ))}
        {listing.expiresAt !== null && (
          <Button look={listing.isPrivate ? 'primary' : 'quiet'} onClick={() => setAsks('share')}>
            {sayShare('share')}
          </Button>
        )}
        {actions.includes('edit') && (
          <Button look="quiet" onClick={() => setEditing(true)}>
            {say('edit')}
          </Button>
        )}
        <Button look="quiet" onClick={() => (copy.hasTyped ? setAsks('copy') : copy.run())}>
          {say('copy')}
        </Button>
        {actions.includes('close') && (
          <Button look="quiet" onClick={() => setAsks('close')}>
            {say('close')}
          </Button>
        )}
      </div>
      {asks === 'share' && <ShareSheet listing={listing} onClose={close} />}
      {isEditing && <EditSheet listing={listing} onClose={() => setEditing(false)} />}
      {asks === 'close' && <CloseQuestion listing={listing} onClose={close} />}
      {asks === 'copy' && (
        <Question
          title={say('copyAsk')}
          cancel={say('copyKeep')}
          confirm={say('copyReplace')}
          busy={false}
          onConfirm={copy.run}
          onClose={close}
        >
          <p>{say('copyText')}</p>
        </Question>
      )}
    </>
  );
}

/** Opens the form with the terms of the listing. What has been typed there already is replaced only after a question. */
function useCopy(listing: Listing): { hasTyped: boolean; run: () => void } {
  const router = useRouter();
  const { coin, side } = listing;
  const { hasAmounts, copyFrom } = useListingDraft(coin, side);
  return {
    hasTyped: hasAmounts,
    run: () => {
      copyFrom(listing);
      router.go(screenAddress('/pendingOrder', { coin, side, panel: 'create-listing' }));
    },
  };
}

function CloseQuestion({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const say = useWords(listingWords);
  const close = useListingCommand(listing, 'close', onClose);
  const { coin } = listing;
  return (
    <Question
      title={say('closeAsk')}
      cancel={say('keep')}
      confirm={say('close')}
      busy={close.isBusy}
      onConfirm={() => void close.run()}
      onClose={onClose}
    >
      {listing.side === 'buy' && <p>{say('closeTextBuy')}</p>}
      {listing.side === 'sell' && isAboveZero(coin, listing.remaining) && (
        <p>{say('closeText', { remaining: formatMoney(listing.remaining), coin })}</p>
      )}
      {isAboveZero(coin, listing.locked) && (
        <p>{say('closeLocked', { locked: formatMoney(listing.locked), coin })}</p>
      )}
      <Refusal error={close.error} />
    </Question>
  );
}

/** One command on all listings that it can be applied to. */
function useAll(action: 'pause' | 'resume') {
  const say = useWords(listingWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      // Also after a lost answer: what is shown may be older than that.
      const { count } = await callApi(`/listing/${action}-all`, {}).finally(() => refresh(...LISTING_READS));
      showToast(say(`done.${action}All`, { count }));
    },
    { shows: ['RATE_LIMITED'] },
  );
}

/** Takes a break, and comes back: all listings at once. */
export function AllListings({ listings }: { listings: readonly Listing[] }) {
  const say = useWords(listingWords);
  const pause = useAll('pause');
  const resume = useAll('resume');
  const all = { pause, resume };
  const shown = (['pause', 'resume'] as const).filter((action) =>
    listings.some(({ actions }) => actions.includes(action)),
  );
  if (shown.length === 0) return null;
  return (
    <>
      <div className={styles.actions}>
        {shown.map((action) => (
          <Button key={action} look="quiet" busy={all[action].isBusy} onClick={() => void all[action].run()}>
            {say(`${action}All`)}
          </Button>
        ))}
      </div>
      <Refusal error={pause.error ?? resume.error} />
    </>
  );
}
