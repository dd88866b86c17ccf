import { useCallback, useEffect, useState, type RefObject } from 'react';
import { createStored, integer, oneOf, recordOf } from '@holdfast/client/storage';
import { useServices } from '#state/services.tsx';
import { coversContent } from './covers-content.ts';
import {
  freeArea,
  restBox,
  SUPPORT_START,
  tuckedBox,
  type Box,
  type FreeArea,
  type SupportPlace,
} from './support-place.rules.ts';

const readPlace = recordOf<SupportPlace>({ side: oneOf(['left', 'right']), bottom: integer });

/** After the last movement of the page. */
const SETTLED_MS = 150;

/** What stays where it is while the page scrolls: the tabs, and the one action that some screens fix above them. */
const BARS = '[data-bar], [data-fixed-action]';

export function areaNow(): FreeArea {
  const { clientWidth } = document.documentElement;
  const top =
    Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--top-bars')) || 0;
  const bars = [...document.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect());
  return freeArea({ width: clientWidth, height: innerHeight, top }, bars);
}

export interface Placed {
  readonly box: Box;
  readonly isTucked: boolean;
}

/** The page changes every second where a deadline runs; who is where it was is not drawn anew. */
const same = (before: Placed | undefined, now: Placed): Placed =>
  before && Object.entries(now.box).every(([key, value]) => before.box[key as keyof Box] === value)
    ? before
    : now;

/** Where the button stands by itself: whole where it covers nothing, else tucked into the margin; always there while the page scrolls. */
export function useSupportPlace(button: RefObject<HTMLElement | null>) {
  const { shared } = useServices();
  const [stored] = useState(() => createStored({ area: shared, key: 'supportButton', read: readPlace }));
  const decide = useCallback(
    (isMoving: boolean): Placed => {
      const place = stored.read() ?? SUPPORT_START;
      const area = areaNow();
      const whole = restBox(place, area, innerHeight);
      const isTucked = isMoving || (button.current !== null && coversContent(whole, button.current));
      return { box: isTucked ? tuckedBox(place, area, innerHeight) : whole, isTucked };
    },
    [button, stored],
  );
  // Until the page stands nobody knows what is free.
  const [placed, setPlaced] = useState<Placed>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      timer = undefined;
      setPlaced((before) => same(before, decide(false)));
    };
    // A page that changes all the time is looked at all the same.
    const lookSoon = () => (timer ??= setTimeout(settle, SETTLED_MS));
    const move = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_MS);
      setPlaced((before) => (before?.isTucked ? before : decide(true)));
    };
    lookSoon();
    addEventListener('scroll', move, { passive: true });
    addEventListener('resize', lookSoon);
    const changes = new MutationObserver(lookSoon);
    changes.observe(document.body, { childList: true, subtree: true, characterData: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', move);
      removeEventListener('resize', lookSoon);
      changes.disconnect();
    };
  }, [decide]);
  const whole = () => restBox(stored.read() ?? SUPPORT_START, areaNow(), innerHeight);
  const put = (place: SupportPlace) => {
    stored.write(place);
    setPlaced(decide(false));
  };
  return { placed, whole, put };
}
