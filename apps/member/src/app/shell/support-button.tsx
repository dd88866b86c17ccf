import { cx, SupportIcon } from '@holdfast/ui';
import { useRef, useState, type PointerEvent } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { supportWords } from '#components/support.words.ts';
import { frameWords } from './frame.words.ts';
import styles from './shell.module.css';
import { draggedBox, droppedPlace, isDrag, type Box } from './support-place.rules.ts';
import { areaNow, useSupportPlace } from './use-support-place.ts';

/** Where the pointer went down on the button, and where the button is by now. */
interface Drag {
  readonly x: number;
  readonly y: number;
  box?: Box;
}

/**
 * Customer service, at hand on every screen that could need it. It can be dragged by touch and mouse, and opens the external page on a tap
 * that was no drag. It never lies over what can be tapped or must be read: there, and while the page scrolls, it is tucked into the margin.
 * It tells that page nothing of where the member was.
 */
export function SupportButton({ href }: { href: string }) {
  const say = useWords(frameWords);
  const label = useWords(supportWords)('support');
  const button = useRef<HTMLAnchorElement>(null);
  const { placed, whole, put } = useSupportPlace(button);
  const [dragged, setDragged] = useState<Box>();
  const [isFocused, setFocused] = useState(false);
  const drag = useRef<Drag>(undefined);

  const move = (event: PointerEvent) => {
    const { current } = drag;
    if (!current || !event.buttons) return;
    if (!current.box && !isDrag(event.clientX - current.x, event.clientY - current.y)) return;
    const { width, height } = whole();
    current.box = draggedBox(event.clientX - width / 2, event.clientY - height / 2, areaNow());
    setDragged(current.box);
  };
  const drop = () => {
    const box = drag.current?.box;
    if (box) put(droppedPlace(box, areaNow(), innerHeight));
    setDragged(undefined);
  };
  // Who comes by the keyboard has to see where the focus is.
  const box = dragged ?? (isFocused ? whole() : placed?.box);
  const isTucked = placed?.isTucked === true && !dragged && !isFocused;
  return (
    <aside aria-label={say('supportArea')}>
      <a
        ref={button}
        className={cx(styles.support, isTucked && styles.tucked, dragged && styles.dragged)}
        style={
          box ? { left: box.x, top: box.y, width: box.width, height: box.height } : { visibility: 'hidden' }
        }
        data-side={box ? (box.x < innerWidth / 2 ? 'left' : 'right') : 'none'}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
        title={label}
        draggable={false}
        onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={drop}
        onClick={(event) => {
          // A key is no drag, whatever the pointer did before.
          if (event.detail > 0 && drag.current?.box) event.preventDefault();
        }}
      >
        <SupportIcon size={isTucked ? 18 : 24} />
      </a>
    </aside>
  );
}
