import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { dragged, kept, keyed, squareOf, ZOOM_MAX, type View } from './crop.rules.ts';
import { avatarWords } from './avatar.words.ts';
import styles from './avatar.module.css';

/** Pixels of the preview, on a screen of any density sharp enough. */
const PREVIEW = 512;

interface Props {
  readonly picture: ImageBitmap;
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** The square that will be seen, under a finger, a mouse or the keyboard. */
export function Crop({ picture, view, onChange }: Props) {
  const say = useWords(avatarWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const grip = useRef<{ x: number; y: number }>(undefined);
  useEffect(() => {
    const { left, top, width, height } = squareOf(view, picture);
    canvas.current?.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, PREVIEW, PREVIEW);
  }, [picture, view]);

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    if (!grip.current) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    const [dx, dy] = [(event.clientX - grip.current.x) / width, (event.clientY - grip.current.y) / width];
    grip.current = { x: event.clientX, y: event.clientY };
    onChange(dragged(view, picture, { dx, dy }));
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = keyed(view, picture, event.key);
    if (!next) return;
    event.preventDefault();
    onChange(next);
  }
  return (
    <div className={styles.crop}>
      <canvas
        ref={canvas}
        width={PREVIEW}
        height={PREVIEW}
        className={styles.square}
        role="img"
        aria-label={say('crop')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it, as a drag does
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (grip.current = undefined)}
        onPointerCancel={() => (grip.current = undefined)}
      />
      <p className={styles.hint} aria-hidden>
        {say('crop')}
      </p>
      <label className={styles.zoom}>
        <span>{say('zoom')}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={view.zoom}
          onChange={(event) => onChange(kept({ ...view, zoom: Number(event.target.value) }, picture))}
        />
      </label>
    </div>
  );
}
