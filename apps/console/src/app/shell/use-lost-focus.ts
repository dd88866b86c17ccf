import { useEffect, type RefObject } from 'react';

/** What stands in a list of equals: after it went, the next one takes its place. */
const ROW = 'li, tr, article';

/** Where the focus was: in which row, of which list, at which place. */
interface Mark {
  readonly element: Element;
  readonly row: Element | null;
  readonly list: Element | null;
  readonly at: number;
}

function markOf(element: Element): Mark {
  const row = element.closest(ROW);
  const list = row?.parentElement ?? null;
  return { element, row, list, at: row && list ? [...list.children].indexOf(row) : -1 };
}

/** What stands now where the focus was: the row itself, the one that took its place, else the title of the screen. */
function successorOf({ row, list, at }: Mark, content: Element): Element | null {
  if (row?.isConnected) return row;
  const rows = list?.isConnected ? list.children : [];
  return rows[Math.min(at, rows.length - 1)] ?? content.querySelector('h1');
}

/**
 * Whoever decides by keyboard takes away what has the focus: the item leaves its queue, the button its place. The focus goes to what stands there then, and
 * not to a button: a key that is still held would press it. What is focused by itself meanwhile (a title, a field of a dialog) keeps it.
 */
export function useLostFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = content;
    if (!current) return undefined;
    let mark: Mark | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A hand at the mouse goes on where it points, and a queue that sees a focus inside waits for its end.
    let isByKeyboard = false;
    const useKeyboard = () => (isByKeyboard = true);
    const useMouse = () => (isByKeyboard = false);
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) mark = markOf(target);
    };
    // What is still there was left on purpose; a dialog that takes the focus gives it back.
    const forget = ({ target, relatedTarget }: FocusEvent) =>
      queueMicrotask(() => {
        if (relatedTarget === null && mark?.element === target && mark?.element.isConnected) mark = undefined;
      });
    const restore = () => {
      timer = undefined;
      if (!mark || mark.element.isConnected || document.activeElement !== document.body) return;
      const successor = successorOf(mark, current);
      mark = undefined;
      if (!isByKeyboard || !(successor instanceof HTMLElement)) return;
      if (!successor.hasAttribute('tabindex')) successor.tabIndex = -1;
      successor.focus();
    };
    const changes = new MutationObserver(() => (timer ??= setTimeout(restore)));
    document.addEventListener('keydown', useKeyboard);
    document.addEventListener('pointerdown', useMouse);
    current.addEventListener('focusin', remember);
    current.addEventListener('focusout', forget);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', useKeyboard);
      document.removeEventListener('pointerdown', useMouse);
      current.removeEventListener('focusin', remember);
      current.removeEventListener('focusout', forget);
      changes.disconnect();
    };
  }, [content]);
}
