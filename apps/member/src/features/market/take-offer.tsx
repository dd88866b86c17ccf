import type { Offer } from '@holdfast/contract/calls';
import { useState } from 'react';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { LockSheet, type LockSheetProps } from './lock-sheet.tsx';
import { SafetyLesson, useSafetyLesson } from './safety-lesson.tsx';
import { SellSheet } from './sell-sheet.tsx';

/** Which offer is being taken, kept over the PIN lock; the lesson comes first where somebody trades for the first time. */
export function useTaking(name: string) {
  const lesson = useSafetyLesson();
  const [isLearning, setLearning] = useState(false);
  const [chosen, setChosen] = useDraft<Offer | undefined>(name, undefined);
  return {
    chosen,
    isLearning,
    choose: (offer: Offer) => {
      // Decided once: what is read meanwhile must not close the lesson under somebody's eyes.
      setLearning(lesson.isNeeded());
      setChosen(offer);
    },
    /** Another one in place of the chosen one. */
    swap: (offer: Offer) => setChosen(offer),
    learnt: () => {
      lesson.remember();
      setLearning(false);
    },
    leave: () => setChosen(undefined),
  };
}

/** What leads from a chosen offer to its order. `offers`: as they are known now, which may be newer than what was chosen. */
export function TakeOffer({
  taking: { chosen, isLearning, learnt, leave },
  offers,
  ...sheet
}: {
  taking: ReturnType<typeof useTaking>;
  offers: readonly Offer[] | undefined;
} & Omit<LockSheetProps, 'offer' | 'onClose'>) {
  if (!chosen) return null;
  if (isLearning) return <SafetyLesson onRead={learnt} onClose={leave} />;
  const TakeSheet = chosen.side === 'sell' ? LockSheet : SellSheet;
  return (
    <TakeSheet
      key={chosen.listingId}
      offer={offers?.find(({ listingId }) => listingId === chosen.listingId) ?? chosen}
      {...sheet}
      onClose={leave}
    />
  );
}
