import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useIsLive } from './is-live.ts';
import styles from './layer.module.css';

/** The height of all bars together, for whatever begins at the top of the window: the page, panels, the PIN lock. */
const HEIGHT = '--top-bars';
const TYPED_INTO = 'input, textarea, select, [role=slider]';

let host: HTMLElement | undefined;

/**
 * What is typed into stays under the eye while the bars push the page: the nearest part that scrolls goes along, in the same task, so that no
 * press comes in between.
 */
function keepInPlace(change: () => void): void {
  const { activeElement } = document;
  const field = activeElement?.matches(TYPED_INTO) ? activeElement : undefined;
  const scroller = field?.closest<HTMLElement>('[data-scroller]') ?? document.documentElement;
  if (!field) return change();
  const before = field.getBoundingClientRect().top;
  // The browser's own way to hold the place (scroll anchoring) would come a frame later, on top of ours.
  scroller.style.overflowAnchor = 'none';
  change();
  scroller.scrollBy(0, field.getBoundingClientRect().top - before);
  requestAnimationFrame(() => scroller.style.removeProperty('overflow-anchor'));
}

/** A click needs press and release on the same element, so nothing moves in between: `act` waits for the release and its click. */
function afterPress(act: () => void): () => void {
  let isPressed = false;
  let isDue = false;
  const options = { capture: true, passive: true };
  const release = () => {
    isPressed = false;
    if (isDue) setTimeout(run);
  };
  const run = () => {
    isDue = isPressed;
    if (!isPressed) act();
  };
  addEventListener('pointerdown', () => (isPressed = true), options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', release, options);
  return run;
}

function follow(element: HTMLElement): void {
  if (!('ResizeObserver' in globalThis)) return; // a test without a layout
  const makeRoom = afterPress(() => {
    const height = `${element.offsetHeight}px`;
    const { style } = document.documentElement;
    if (style.getPropertyValue(HEIGHT) === height) return;
    keepInPlace(() => style.setProperty(HEIGHT, height));
  });
  new ResizeObserver(makeRoom).observe(element);
}

function hostNow(): HTMLElement {
  if (host?.isConnected) return host;
  host = document.createElement('div');
  host.className = styles.topBars ?? '';
  host.dataset['alwaysReachable'] = '';
  document.body.append(host);
  follow(host);
  return host;
}

/**
 * A line above everything, dialogs too, that asks for nothing: it takes no focus and is read out politely. It pushes the page down instead of
 * lying over it. Stays mounted while it has nothing to say, or nobody would hear when it has.
 */
export function TopBar({ children }: { children: ReactNode }) {
  return useIsLive() ? createPortal(<div role="status">{children}</div>, hostNow()) : null;
}
