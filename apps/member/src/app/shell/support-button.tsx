import { SupportIcon } from '@holdfast/ui';
import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { supportWords } from '#components/support.words.ts';
import { integer, recordOf, createStored } from '@holdfast/client/storage';
import { shellWords } from './shell.words.ts';
import styles from './shell.module.css';
import { isDrag, keepInside, SUPPORT_START, type SupportPlace } from './support-place.rules.ts';

const readPlace = recordOf<SupportPlace>({ right: integer, bottom: integer });
const windowSize = () => ({ width: innerWidth, height: innerHeight });

/** A pointer that went down on the button: where, where the button was, and where it is by now. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly from: SupportPlace;
  at: SupportPlace;
  isMoving: boolean;
}

/**
 * Customer service, at hand on every screen that could need it. It can be dragged out of the way by touch and mouse, stays where it
 * was put, and opens the external page on a tap that was no drag. It tells that page nothing of where the member was.
 */
export function SupportButton({ href }: { href: string }) {
  const say = useWords(shellWords);
  const label = useWords(supportWords)('support');
  const { shared } = useServices();
  const [stored] = useState(() => createStored({ area: shared, key: 'supportButton', read: readPlace }));
  const placeNow = useCallback(() => keepInside(stored.read() ?? SUPPORT_START, windowSize()), [stored]);
  const [place, setPlace] = useState(placeNow);
  const drag = useRef<Drag>(undefined);
  useEffect(() => {
    // From where it was put, not from where a keyboard or a turned phone has pushed it.
    const follow = () => setPlace(placeNow());
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, [placeNow]);

  const move = (event: PointerEvent) => {
    const { current } = drag;
    if (!current || !event.buttons) return;
    const [dx, dy] = [event.clientX - current.x, event.clientY - current.y];
    if (!current.isMoving && !isDrag(dx, dy)) return;
    current.isMoving = true;
    const wanted = {
      right: Math.round(current.from.right - dx),
      bottom: Math.round(current.from.bottom - dy),
    };
    current.at = keepInside(wanted, windowSize());
    setPlace(current.at);
  };
  const drop = () => {
    if (drag.current?.isMoving) stored.write(drag.current.at);
  };
  return (
    <aside aria-label={say('supportArea')}>
      <a
        className={styles.support}
        style={place}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
        title={label}
        draggable={false}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY, from: place, at: place, isMoving: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={drop}
        onClick={(event) => {
          // A key is no drag, whatever the pointer did before.
          if (event.detail > 0 && drag.current?.isMoving) event.preventDefault();
        }}
      >
        <SupportIcon size={24} />
      </a>
    </aside>
  );
}
