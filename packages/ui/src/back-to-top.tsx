import { useCallback, useSyncExternalStore, type RefObject } from 'react';
import { IconButton } from './button.tsx';
import { ToTopIcon } from './first-icons.tsx';
import { useUiWords } from './ui-words.tsx';

/** How far down somebody is, in CSS px, when the way back is offered (spec 9). A test of the app compares it with the contract. */
export const PAST_TOP_PX = 100;

/** What scrolls: a part of the page, or the window when none is named. */
type Scroller = RefObject<HTMLElement | null> | undefined;

const topOf = (scroller: Scroller): number => (scroller ? (scroller.current?.scrollTop ?? 0) : scrollY);

/** Whether the page, or `scroller`, is scrolled down by more than 100 px. */
export function useIsPastTop(scroller?: Scroller): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const target = scroller ? scroller.current : globalThis;
      target?.addEventListener('scroll', onChange, { passive: true });
      return () => target?.removeEventListener('scroll', onChange);
    },
    [scroller],
  );
  return useSyncExternalStore(
    subscribe,
    () => topOf(scroller) > PAST_TOP_PX,
    () => false,
  );
}

/** Scrolls there as smoothly as the member wants motion at all. */
export function scrollToTop(scroller?: Scroller): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const target = scroller ? scroller.current : globalThis;
  target?.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
}

/** In the head of a panel, where it lies over nothing. Its place is kept while it is not there, so the title never moves. */
export function BackToTop({ scroller }: { scroller: NonNullable<Scroller> }) {
  const { backToTop } = useUiWords();
  const isPastTop = useIsPastTop(scroller);
  return (
    <IconButton
      label={backToTop}
      style={isPastTop ? undefined : { visibility: 'hidden' }}
      onClick={(event) => {
        // The button goes with its purpose; a keyboard stays in the panel.
        event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true });
        scrollToTop(scroller);
      }}
    >
      <ToTopIcon size={22} />
    </IconButton>
  );
}
