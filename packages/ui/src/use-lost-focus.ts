import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** What stands in a list of equals: after it went, the next one takes its place. */
const ROW = 'li, tr, article';

/** What had the focus, and where it stood: in which row, of which list, at which place. */
interface FocusMark {
  readonly element: Element;
  readonly row: Element | null;
  readonly list: Element | null;
  readonly at: number;
}

interface LostFocusOptions {
  /** Only what stands in it is looked after. Without it, whatever has the focus, sheets and dialogs too. */
  readonly within?: RefObject<HTMLElement | null>;
  /** A hand at the mouse goes on where it points, and may wait for its focus to leave. */
  readonly isKeyboardOnly?: boolean;
}

function markOf(element: Element): FocusMark {
  const row = element.closest(ROW);
  const list = row?.parentElement ?? null;
  return { element, row, list, at: row && list ? [...list.children].indexOf(row) : -1 };
}

/** The row where the focus was, else the one that took its place in its list. */
export function rowInPlaceOf({ row, list, at }: FocusMark): Element | null {
  if (row?.isConnected) return row;
  const rows = list?.isConnected ? list.children : [];
  return rows[Math.min(at, rows.length - 1)] ?? null;
}

/** Takes what is no button or field into the order of the focus for scripts alone: a key that is still held presses nothing there. */
function focusOn(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus();
}

/**
 * Where an act takes away what has the focus (an item leaves its queue, a button its place), the focus goes to what `successorOf` says,
 * so that keyboard and screen reader go on from there. What is focused by itself meanwhile (a title, a field of a dialog) keeps it, and
 * whoever left on purpose is not called back. Without a successor it waits until there is one.
 */
export function useLostFocus(
  successorOf: (mark: FocusMark) => Element | null,
  { within, isKeyboardOnly = false }: LostFocusOptions = {},
): void {
  /** Whether there was one. */
  const focusOnSuccessor = useEffectEvent((mark: FocusMark, isByKeyboard: boolean): boolean => {
    const successor = successorOf(mark);
    if (!(successor instanceof HTMLElement)) return false;
    if (isByKeyboard || !isKeyboardOnly) focusOn(successor);
    return true;
  });
  const restoreNow = useRef<() => void>(undefined);
  useEffect(() => {
    const root = within ? within.current : document;
    if (!root) return undefined;
    const watch = new AbortController();
    let mark: FocusMark | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isByKeyboard = false;
    const listen = (to: EventTarget, type: string, listener: (event: Event) => void) =>
      to.addEventListener(type, listener, { signal: watch.signal });
    listen(document, 'keydown', () => (isByKeyboard = true));
    listen(document, 'pointerdown', () => (isByKeyboard = false));
    listen(root, 'focusin', ({ target }) => {
      if (target instanceof Element) mark = markOf(target);
    });
    // What is still there was left on purpose; a dialog that takes the focus gives it back.
    listen(root, 'focusout', (event) =>
      queueMicrotask(() => {
        const isTaken = event instanceof FocusEvent && event.relatedTarget !== null;
        if (!isTaken && mark?.element === event.target && mark?.element.isConnected) mark = undefined;
      }),
    );
    const restore = () => {
      if (!mark || mark.element.isConnected || document.activeElement !== document.body) return;
      if (focusOnSuccessor(mark, isByKeyboard)) mark = undefined;
    };
    restoreNow.current = restore;
    const changes = new MutationObserver(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        restore();
      });
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      watch.abort();
      changes.disconnect();
    };
  }, [within]);
  // What its own render has taken away is known at once, before a layer looks for a place of its own.
  useEffect(() => restoreNow.current?.());
}
