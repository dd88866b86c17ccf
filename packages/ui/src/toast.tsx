import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useIsLive } from './is-live.ts';
import styles from './layer.module.css';
import { findFreeTop, type Span } from './toast-place.rules.ts';

const TAPPED = 'a[href], button, input, select, textarea, label, summary, [role=slider]';

/** The page changes while a toast is there: the sheet that it came from closes, a list scrolls. */
const LOOK_EVERY_MS = 200;

/** Everything that can be tapped now: what lies behind a mask or is scrolled away cannot. */
function tappedNow(): Span[] {
  if (!('elementFromPoint' in document)) return []; // a test without a layout
  return [...document.querySelectorAll(TAPPED)].flatMap((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    const inside = { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
    if (width === 0 || inside.bottom <= inside.top) return [];
    const hit = document.elementFromPoint((left + right) / 2, (inside.top + inside.bottom) / 2);
    return hit && (element.contains(hit) || hit.contains(element)) ? [{ left, right, ...inside }] : [];
  });
}

/** One line that tells of something done and goes by itself. It never asks, never takes the focus and covers nothing that can be tapped. */
export function Toast({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const isShown = Boolean(children);
  useLayoutEffect(() => {
    const { current } = box;
    if (!isShown || !current) return undefined;
    const place = () => {
      const { left, right, height } = current.getBoundingClientRect();
      const spans = { lowest: innerHeight - GAP_PX, highest: topBars() + GAP_PX };
      current.style.top = `${findFreeTop({ left, right, height }, spans, tappedNow())}px`;
    };
    place();
    const timer = setInterval(place, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isShown]);
  if (!useIsLive()) return null;
  return createPortal(
    <div role="status" data-always-reachable>
      {isShown && (
        <div ref={box} className={styles.toast}>
          {children}
        </div>
      )}
    </div>,
    document.body,
  );
}

const GAP_PX = 16;

const topBars = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--top-bars')) || 0;
