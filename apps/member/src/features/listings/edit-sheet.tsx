import type { Listing } from '@holdfast/contract/calls';
import { formatPercent } from '@holdfast/kernel';
import { Button, Checkbox, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { flag, integer, recordOf, text, withDefault } from '@holdfast/client/storage';
import { useState } from 'react';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { DraftNote } from '#components/draft-note.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import { ConditionFields, type ChosenConditions } from './condition-fields.tsx';
import { HoursFields, hoursOf, readHours, type ChosenHours } from './hours-fields.tsx';
import { isRemarkFine, REMARK_REFUSALS, RemarkField } from './remark-field.tsx';
import { PrivateChoice } from './private-choice.tsx';
import { editWords } from './edit-sheet.words.ts';
import styles from './listings.module.css';
import { LISTING_READS, useTerms } from './listings.query.ts';
import { listingWords } from './listings.words.ts';
import { editInput } from './terms-input.ts';
import { chosenOf, readConditions } from './use-listing-draft.ts';

const SHOWN = [
  'LISTING_CHANGED',
  'LISTING_NOT_OPEN',
  'LISTING_NOT_FOUND',
  'LISTING_FEE_ROSE',
  'PARAMETERS_INVALID',
  ...REMARK_REFUSALS,
  'RATE_LIMITED',
] as const;

interface Typed {
  /** The version that was on the screen when it was begun, or was read since. */
  readonly seen: number;
  readonly askFirst: boolean;
  readonly isPrivate: boolean;
  readonly remark: string;
  readonly conditions: ChosenConditions;
  readonly hours: ChosenHours;
}

const typedOf = (listing: Listing): Typed => ({
  seen: listing.version,
  askFirst: listing.askFirst,
  isPrivate: listing.isPrivate,
  remark: listing.remark?.removed === null ? listing.remark.text : '',
  conditions: chosenOf(listing.conditions),
  hours: hoursOf(listing.hours),
});

/** A draft that was begun in an earlier app says nothing of what came since: that stays as the listing has it. */
const readerFor = ({ isPrivate, remark }: Typed) =>
  recordOf<Typed>({
    seen: integer,
    askFirst: flag,
    isPrivate: withDefault(flag, isPrivate),
    remark: withDefault(text, remark),
    conditions: readConditions,
    hours: readHours,
  });

/**
 * Whom a listing that stands in the market is for, and in which hours. What is chosen stays when it is refused, and when the sheet is left. One that
 * has changed meanwhile is said to have, and is changed only after that was read.
 */
export function EditSheet({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const say = useWords(editWords);
  const sayListing = useWords(listingWords);
  const [start] = useState(() => ({ initial: typedOf(listing), read: readerFor(typedOf(listing)) }));
  const [typed, setTyped, forget, isRestored] = useFormDraft<Typed>(`edit listing ${listing.id}`, start);
  const { seen, askFirst, isPrivate, remark, conditions, hours } = typed;
  const put = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const feeBasisPoints = useTerms()?.feeBasisPoints;
  const isChanged = listing.version !== seen;
  const { form, noteTry } = useFaultFocus<HTMLDivElement>();
  const save = useSave(listing, { typed, feeBasisPoints }, () => {
    forget();
    onClose();
  });
  const press = () => {
    if (isChanged) put({ seen: listing.version });
    else if (isRemarkFine(remark)) void save.run();
    else noteTry();
  };
  return (
    <Sheet
      title={say('title')}
      onClose={save.isBusy ? undefined : onClose}
      foot={
        <Button block large busy={save.isBusy || feeBasisPoints === undefined} onClick={press}>
          {say(isChanged ? 'goOn' : 'save')}
        </Button>
      }
    >
      <div ref={form} className={stackClass}>
        <p>{say('text')}</p>
        {isRestored && <DraftNote clear={say('asItIs')} onClear={forget} />}
        <Checkbox
          label={sayListing('askFirst')}
          note={sayListing(`askFirstHint.${listing.side}`)}
          checked={askFirst}
          onChange={(event) => put({ askFirst: event.target.checked })}
        />
        <RemarkField value={remark} onChange={(next) => put({ remark: next })} />
        <PrivateChoice isPrivate={isPrivate} onChange={(next) => put({ isPrivate: next })} />
        <ConditionFields chosen={conditions} onChange={(next) => put({ conditions: next })} />
        <HoursFields chosen={hours} onChange={(next) => put({ hours: next })} />
        {listing.side === 'buy' && feeBasisPoints !== undefined && (
          <p className={styles.note}>{say('fee', { percent: formatPercent(feeBasisPoints) })}</p>
        )}
        {isChanged && <Notice tone="held">{say('changed')}</Notice>}
        <Refusal error={save.error} />
      </div>
    </Sheet>
  );
}

function useSave(
  { id, version }: Listing,
  { typed, feeBasisPoints }: { typed: Typed; feeBasisPoints: number | undefined },
  onDone: () => void,
) {
  const say = useWords(editWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      if (feeBasisPoints === undefined) return;
      try {
        await callApi('/listing/edit', {
          input: {
            listingId: id,
            version: String(version),
            feeSeen: String(feeBasisPoints),
            ...editInput(typed),
          },
        });
        showToast(say('done'));
        onDone();
      } finally {
        refresh(...LISTING_READS, '/listing/terms');
      }
    },
    { shows: [...SHOWN] },
  );
}
