import type { Listing } from '@holdfast/contract/calls';
import { formatPercent } from '@holdfast/kernel';
import { Button, Checkbox, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { askedOf, ConditionFields } from './condition-fields.tsx';
import { editWords } from './edit-sheet.words.ts';
import styles from './listings.module.css';
import { LISTING_READS, useTerms } from './listings.query.ts';
import { listingWords } from './listings.words.ts';
import { chosenOf } from './use-listing-draft.ts';

const SHOWN = [
  'LISTING_CHANGED',
  'LISTING_NOT_OPEN',
  'LISTING_NOT_FOUND',
  'LISTING_FEE_ROSE',
  'PARAMETERS_INVALID',
  'RATE_LIMITED',
] as const;

/**
 * Whom a listing that stands in the market is for. What is chosen stays when it is refused. One that has changed meanwhile is
 * said to have, and is changed only after that was read.
 */
export function EditSheet({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const say = useWords(editWords);
  const sayListing = useWords(listingWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const [seen, setSeen] = useState(listing.version);
  const [askFirst, setAskFirst] = useState(listing.askFirst);
  const [conditions, setConditions] = useState(() => chosenOf(listing.conditions));
  const feeBasisPoints = useTerms()?.feeBasisPoints;
  const isChanged = listing.version !== seen;
  const save = useAction(
    async () => {
      if (feeBasisPoints === undefined) return;
      try {
        await callApi('/listing/edit', {
          input: {
            listingId: listing.id,
            version: String(listing.version),
            feeSeen: String(feeBasisPoints),
            ...(askFirst && { askFirst: '1' as const }),
            ...askedOf(conditions),
          },
        });
        showToast(say('done'));
        onClose();
      } finally {
        refresh(...LISTING_READS, '/listing/terms');
      }
    },
    { shows: [...SHOWN] },
  );
  return (
    <Sheet
      title={say('title')}
      onClose={save.isBusy ? undefined : onClose}
      foot={
        <Button
          block
          large
          busy={save.isBusy || feeBasisPoints === undefined}
          onClick={() => (isChanged ? setSeen(listing.version) : void save.run())}
        >
          {say(isChanged ? 'goOn' : 'save')}
        </Button>
      }
    >
      <div className={stackClass}>
        <p>{say('text')}</p>
        <Checkbox
          label={sayListing('askFirst')}
          note={sayListing(`askFirstHint.${listing.side}`)}
          checked={askFirst}
          onChange={(event) => setAskFirst(event.target.checked)}
        />
        <ConditionFields chosen={conditions} onChange={setConditions} />
        {listing.side === 'buy' && feeBasisPoints !== undefined && (
          <p className={styles.note}>{say('fee', { percent: formatPercent(feeBasisPoints) })}</p>
        )}
        {isChanged && <Notice tone="held">{say('changed')}</Notice>}
        <Refusal error={save.error} />
      </div>
    </Sheet>
  );
}
