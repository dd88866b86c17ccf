import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { NextIcon } from './icons.tsx';
import styles from './secret.module.css';
import { useUiWords } from './ui-words.tsx';

/** How far along the track counts as meant; the rest of the way is done for the hand. */
const ENOUGH = 0.92;
const KEY_STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 0.25],
  ['ArrowUp', 0.25],
  ['ArrowLeft', -0.25],
  ['ArrowDown', -0.25],
]);
const THUMB_PX = 72;

interface SlideProps {
  label: string;
  /** What the button says that stands in for the slide: it is pressed, so it does not speak of sliding. */
  pressLabel: string;
  /** Where it leads to nothing after all, it can be meant once more: from the start. */
  onConfirm: () => Promise<void> | void;
  disabled?: boolean;
}
type PartProps = Required<Omit<SlideProps, 'pressLabel'>>;

/**
 * For what cannot be undone: it is slid, not tapped. Only the thumb can be dragged (a tap on the track does nothing), and
 * letting go early brings it back. By keyboard the arrow takes it there in four steps. Who cannot drag finds a button that
 * must be pressed twice (WCAG 2.5.7).
 */
export function SlideToConfirm({ label, pressLabel, onConfirm, disabled = false }: SlideProps) {
  const words = useUiWords();
  const [byButton, setByButton] = useState(false);
  return (
    <div className={styles.slide}>
      {byButton ? (
        <TwicePressed label={pressLabel} onConfirm={onConfirm} disabled={disabled} />
      ) : (
        <Track label={label} onConfirm={onConfirm} disabled={disabled} />
      )}
      {!byButton && (
        <Button look="text" onClick={() => setByButton(true)}>
          {words.slideInstead}
        </Button>
      )}
    </div>
  );
}

function TwicePressed({ label, onConfirm, disabled }: PartProps) {
  const words = useUiWords();
  const [isArmed, setArmed] = useState(false);
  return (
    <Button
      block
      large
      disabled={disabled}
      onClick={() => {
        setArmed(!isArmed);
        if (isArmed) void onConfirm();
      }}
    >
      {isArmed ? words.pressAgain : label}
    </Button>
  );
}

/** The thumb's way along the track: held by a pointer, moved by keys, back at the start unless it was meant. */
function useSlide(onConfirm: SlideProps['onConfirm'], isOff: boolean) {
  const track = useRef<HTMLDivElement>(null);
  const grip = useRef<{ startX: number; width: number } | undefined>(undefined);
  const [share, setShare] = useState(0);
  const [isHeld, setHeld] = useState(false);

  const shareAt = (event: PointerEvent) => {
    if (!grip.current) return 0;
    return Math.min(1, Math.max(0, (event.clientX - grip.current.startX) / grip.current.width));
  };
  const confirm = () => {
    setShare(1);
    void Promise.resolve(onConfirm()).finally(() => setShare(0));
  };
  const moveTo = (next: number) => {
    if (next < 1) setShare(next);
    else if (share < 1) confirm();
  };
  const letGo = (reached: number) => {
    grip.current = undefined;
    setHeld(false);
    if (reached >= ENOUGH) confirm();
    else setShare(0);
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (isOff || !track.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { startX: event.clientX, width: track.current.offsetWidth - THUMB_PX };
      setHeld(true);
    },
    onPointerMove(event: PointerEvent) {
      if (grip.current) setShare(shareAt(event));
    },
    onPointerUp(event: PointerEvent) {
      if (grip.current) letGo(shareAt(event));
    },
    onPointerCancel: () => letGo(0),
    onKeyDown(event: KeyboardEvent) {
      const by = KEY_STEPS.get(event.key);
      if (isOff || by === undefined) return;
      event.preventDefault();
      moveTo(Math.min(1, Math.max(0, share + by)));
    },
    onBlur() {
      if (share < 1) setShare(0);
    },
  };
  return { track, share, isHeld, handlers };
}

function Track({ label, onConfirm, disabled }: PartProps) {
  const { track, share, isHeld, handlers } = useSlide(onConfirm, disabled);
  return (
    <div ref={track} className={styles.track} aria-disabled={disabled || undefined}>
      <div
        className={cx(styles.fill, !isHeld && styles.settling)}
        style={{ width: `calc(${THUMB_PX}px + (100% - ${THUMB_PX}px) * ${share})` }}
      />
      <span className={styles.trackText} aria-hidden>
        {label}
      </span>
      <div
        {...handlers}
        className={cx(styles.thumb, !isHeld && styles.settling)}
        style={{ left: `calc(4px + (100% - ${THUMB_PX}px) * ${share})` }}
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-disabled={disabled || undefined}
      >
        <NextIcon size={26} strokeWidth={2.5} />
      </div>
    </div>
  );
}
