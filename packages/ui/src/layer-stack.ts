import { createContext, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** Open layers from the bottom to the top; only the top one can be reached, the page and the others are inert. */
const stack: HTMLElement[] = [];
const listeners = new Set<() => void>();
/** Those that must be answered lie over panels and sheets, also over one whose code came later. The style sheet says the same. */
const answeredFirst = new WeakSet<HTMLElement>();

function putOnStack(element: HTMLElement): void {
  const above = answeredFirst.has(element) ? -1 : stack.findIndex((other) => answeredFirst.has(other));
  stack.splice(above === -1 ? stack.length : above, 0, element);
}

function refreshLayers(): void {
  const top = stack.at(-1);
  for (const child of document.body.children)
    if (child instanceof HTMLElement && child.dataset['alwaysReachable'] === undefined)
      child.inert = top !== undefined && child !== top;
  document.documentElement.style.overflow = top ? 'hidden' : '';
  for (const listener of listeners) listener();
}

/** True inside what tells of something from elsewhere: such a layer is not what the member is doing. */
export const NoticeLayer = createContext(false);

const isNotice = ({ dataset }: HTMLElement): boolean => dataset['notice'] !== undefined;
const isInUse = (): boolean => !stack.every(isNotice);
const isNoticeOpen = (): boolean => stack.some(isNotice);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether a sheet, a panel or a question of the member's own is open. */
export function useIsLayerInUse(): boolean {
  return useSyncExternalStore(subscribe, isInUse, isInUse);
}

export function useIsNoticeOpen(): boolean {
  return useSyncExternalStore(subscribe, isNoticeOpen, isNoticeOpen);
}

function focusInto(element: HTMLElement): void {
  const wanted = element.querySelector<HTMLElement>('[data-autofocus]');
  (wanted ?? element.querySelector<HTMLElement>('[role]'))?.focus();
}

/**
 * What is asked next, or comes only after loading, takes the focus that was lost with what it replaces: a keyboard goes on, and so does a
 * thumb on the digits. Where the focus is on something, it stays.
 */
function focusWhatComes(element: HTMLElement, added: Iterable<Node>): void {
  const { activeElement } = document;
  const isLost = !element.contains(activeElement) || activeElement?.parentElement === element;
  if (stack.at(-1) !== element || !isLost) return;
  for (const node of added) {
    if (!(node instanceof HTMLElement)) continue;
    const wanted = node.matches('[data-autofocus]')
      ? node
      : node.querySelector<HTMLElement>('[data-autofocus]');
    if (wanted) return wanted.focus();
  }
  // Where nothing asks for it, it stays within all the same: a screen reader goes on from here.
  if (!element.contains(activeElement)) element.querySelector<HTMLElement>('[role]')?.focus();
}

/**
 * The second press of a double click, and a key that is held down, began before the layer came. They were meant for what lies beneath, and
 * would be an answer that nobody gave: a digit, a "yes", or a mask that closes what has just opened.
 */
function ignoreHalfPresses(element: HTMLElement): () => void {
  let hasBegun = false;
  const judge = (event: MouseEvent | KeyboardEvent) => {
    const isRest = event instanceof MouseEvent ? event.detail > 1 : event.repeat;
    hasBegun ||= !isRest;
    if (hasBegun) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const names = ['mousedown', 'click', 'keydown'] as const;
  for (const name of names) element.addEventListener(name, judge, true);
  return () => {
    for (const name of names) element.removeEventListener(name, judge, true);
  };
}

/**
 * A layer that still slides in holds still while it is pressed. Else the button has gone on when the finger comes up, and the press is
 * nobody's, or another button's. Where it stands it is let go again.
 */
function holdStillUnderPress(element: HTMLElement): () => void {
  let held: Animation[] = [];
  const hold = () => {
    if (!('getAnimations' in element)) return; // a test without a layout
    for (const animation of [...element.children].flatMap((child) => child.getAnimations())) {
      if (animation.playState !== 'running') continue;
      const { currentTime } = animation;
      animation.pause();
      // At once, and not with the next frame.
      animation.currentTime = currentTime;
      // Beside those of a press before, which are let go after its click: the next press may come sooner.
      held.push(animation);
    }
  };
  const release = () => {
    for (const animation of held) animation.play();
    held = [];
  };
  element.addEventListener('pointerdown', hold, true);
  // Behind the click, which a browser looks up where the finger left.
  const onUp = () => void setTimeout(release);
  document.addEventListener('pointerup', onUp, true);
  document.addEventListener('pointercancel', release, true);
  return () => {
    element.removeEventListener('pointerdown', hold, true);
    document.removeEventListener('pointerup', onUp, true);
    document.removeEventListener('pointercancel', release, true);
  };
}

/**
 * Puts `mask` on the stack while it is mounted: the focus goes in, stays in (everything else is inert), and goes back to where
 * it was. What came under it meanwhile gets it instead. Escape closes only the top layer.
 */
export function useLayer(onClose: (() => void) | undefined, isAnsweredFirst: boolean) {
  const mask = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    const element = mask.current;
    if (!element) return undefined;
    const before = document.activeElement;
    if (isAnsweredFirst) answeredFirst.add(element);
    putOnStack(element);
    refreshLayers();
    if (stack.at(-1) === element) focusInto(element);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || stack.at(-1) !== element || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKeyDown);
    const changes = new MutationObserver((records) =>
      focusWhatComes(
        element,
        records.flatMap(({ addedNodes }) => [...addedNodes]),
      ),
    );
    changes.observe(element, { childList: true, subtree: true });
    const stops = [ignoreHalfPresses(element), holdStillUnderPress(element)];
    return () => {
      for (const stop of stops) stop();
      changes.disconnect();
      document.removeEventListener('keydown', onKeyDown);
      const wasTop = stack.at(-1) === element;
      stack.splice(stack.indexOf(element), 1);
      refreshLayers();
      const next = stack.at(-1);
      if (!wasTop) return;
      if (before instanceof HTMLElement && before.isConnected && (!next || next.contains(before)))
        before.focus();
      else if (next) focusInto(next);
    };
  }, [isAnsweredFirst]);
  return mask;
}
