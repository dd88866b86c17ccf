import type { FileLink } from '@holdfast/contract/calls';
import { IDENTITY_PICTURE_DAYS } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { AppError, defined } from '@holdfast/kernel';
import { Button, cx, IconButton, Skeleton, useServerTime } from '@holdfast/ui';
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { useOperator } from '#state/services.tsx';
import styles from './evidence.module.css';
import { evidenceWords } from './evidence.words.ts';
import { look, pan, PANS, styleOf, WHOLE, type View, type ViewAct } from './picture-view.ts';

export interface Picture {
  readonly item: string;
  readonly name: string;
  /** Null once it is deleted. */
  readonly link: FileLink | null;
  readonly deletedAt?: string | null;
  readonly notes?: ReactNode;
  /** A reviewer has refused it, here or the last time. */
  readonly isMarked?: boolean;
}

const ACTS = [
  { act: 'out', key: '-', name: 'zoomOut', sign: '−' },
  { act: 'in', key: '+', name: 'zoomIn', sign: '+' },
  { act: 'left', key: '[', name: 'turnLeft', sign: '↺' },
  { act: 'right', key: ']', name: 'turnRight', sign: '↻' },
  { act: 'whole', key: '0', name: 'whole', sign: '⤢' },
] as const satisfies readonly { act: ViewAct; key: string; name: string; sign: string }[];

const MOVES = [
  { key: 'ArrowLeft', name: 'panLeft' },
  { key: 'ArrowRight', name: 'panRight' },
  { key: 'ArrowUp', name: 'panUp' },
  { key: 'ArrowDown', name: 'panDown' },
] as const;

interface EvidenceProps {
  /** What the pictures are of. */
  label: string;
  pictures: readonly Picture[];
  /** Once each of them is to be seen. */
  onAllShown?: () => void;
  /** The links have run out, or a file could not be read. */
  onRetry: () => void;
}

/** Pictures side by side, or one of them large: zoomed, turned and moved by the mouse and by keys, under the name of whoever looks. */
export function Evidence({ label, pictures, onAllShown, onRetry }: EvidenceProps) {
  const say = useWords(evidenceWords);
  const [at, setAt] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const [views, setViews] = useState<Readonly<Record<string, View>>>({});
  const shown = useRef(new Set<string>());
  const current = defined(pictures[at], 'a picture');
  const view = views[current.item] ?? WHOLE;
  const change = (item: string, next: View) => setViews((all) => ({ ...all, [item]: next }));
  const step = () => setAt((at + 1) % pictures.length);
  useShortcuts([
    { keys: 'p', label: say('nextPicture'), run: step },
    { keys: 'z', label: say(isLarge ? 'small' : 'large'), run: () => setLarge(!isLarge) },
    ...ACTS.map(({ act, key, name }) => ({
      keys: key,
      label: say(name),
      run: () => change(current.item, look(view, act)),
    })),
    ...(view.zoom > 1 ? MOVES : []).map(({ key, name }) => {
      const [dx, dy] = PANS[key];
      return { keys: key, label: say(name), run: () => change(current.item, pan(view, dx, dy)) };
    }),
  ]);
  return (
    <section
      aria-label={label}
      className={cx(styles.evidence, pictures.length === 1 && styles.single, isLarge && styles.large)}
    >
      {pictures.map((picture, index) => (
        <figure
          key={picture.item}
          className={cx(styles.figure, picture.isMarked && styles.marked)}
          data-current={index === at || undefined}
          onPointerDown={() => setAt(index)}
        >
          {picture.link ? (
            <Frame
              name={picture.name}
              link={picture.link}
              view={views[picture.item] ?? WHOLE}
              onView={(next) => change(picture.item, next)}
              onRetry={onRetry}
              onShown={() => {
                if (shown.current.add(picture.item).size === pictures.length) onAllShown?.();
              }}
            />
          ) : (
            <Deleted at={picture.deletedAt} />
          )}
          <figcaption className={styles.caption}>
            <span className={styles.captionName}>
              <kbd>{index + 1}</kbd> {picture.name}
            </span>
            {picture.notes}
            {picture.link && (
              <Tools
                name={picture.name}
                onAct={(act) => change(picture.item, look(views[picture.item] ?? WHOLE, act))}
              />
            )}
          </figcaption>
        </figure>
      ))}
    </section>
  );
}

/** The same acts for the mouse. */
function Tools({ name, onAct }: { name: string; onAct: (act: ViewAct) => void }) {
  const say = useWords(evidenceWords);
  return (
    <span className={styles.tools}>
      {ACTS.map(({ act, name: what, sign }) => (
        <IconButton
          key={act}
          label={say('pair', { name, text: say(what) })}
          className={styles.tool}
          onClick={() => onAct(act)}
        >
          <span aria-hidden>{sign}</span>
        </IconButton>
      ))}
    </span>
  );
}

type Loaded = { readonly url: string } | 'loading' | 'failed';

/** The bytes behind a link, for as long as they are shown. */
function usePicture(link: FileLink): Loaded {
  const { files } = useClient();
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly is: Loaded }>();
  useEffect(() => {
    const abort = new AbortController();
    let url: string | undefined;
    const load = async () => {
      const uploader = await defined(files, 'the console reads files')();
      const blob = await uploader.read(link, abort.signal);
      if (abort.signal.aborted) return;
      url = URL.createObjectURL(blob);
      setLoaded({ of: link.token, is: { url } });
    };
    load().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      setLoaded({ of: link.token, is: 'failed' });
    });
    return () => {
      abort.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [files, link]);
  return loaded?.of === link.token ? loaded.is : 'loading';
}

/** In the place of a picture whose time is over: nothing is broken, and nobody can bring it back. */
function Deleted({ at }: { at: string | null | undefined }) {
  const say = useWords(evidenceWords);
  const when = useWhen();
  return (
    <div className={styles.frame}>
      <div className={styles.failed}>
        <p>{at ? say('pictureDeleted', { when: when(at) }) : say('pictureFailed')}</p>
        <p>{say('pictureKept', { days: IDENTITY_PICTURE_DAYS })}</p>
      </div>
    </div>
  );
}

interface FrameProps {
  name: string;
  link: FileLink;
  view: View;
  onView: (view: View) => void;
  onShown: () => void;
  onRetry: () => void;
}

function Frame({ name, link, view, onView, onShown, onRetry }: FrameProps) {
  const say = useWords(evidenceWords);
  const loaded = usePicture(link);
  const from = useRef<{ x: number; y: number }>(undefined);
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!from.current || view.zoom === 1) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const dx = ((event.clientX - from.current.x) / width) * 100;
    const dy = ((event.clientY - from.current.y) / height) * 100;
    from.current = { x: event.clientX, y: event.clientY };
    onView(pan(view, dx, dy));
  };
  if (loaded === 'failed')
    return (
      <div className={styles.frame}>
        <div className={styles.failed} role="alert">
          <p>{say('pictureFailed')}</p>
          <Button look="quiet" onClick={onRetry}>
            {say('retry')}
          </Button>
        </div>
      </div>
    );
  if (loaded === 'loading')
    return (
      <div className={styles.frame} aria-busy aria-label={say('loadingPicture')} role="img">
        <Skeleton width="100%" height="100%" />
      </div>
    );
  return (
    <div
      className={styles.frame}
      data-zoomed={view.zoom > 1 || undefined}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = undefined;
      }}
      onDoubleClick={() => onView(look(view, view.zoom > 1 ? 'whole' : 'in'))}
    >
      <img
        src={loaded.url}
        alt={name}
        draggable={false}
        style={{ transform: styleOf(view) }}
        onLoad={onShown}
      />
      <Watermark />
    </div>
  );
}

const MARKS = 12;
const HALF_HOUR_MS = 1_800_000;

/** Whoever photographs the screen photographs their own name. */
function Watermark() {
  const operator = useOperator();
  const when = useWhen();
  const at = useServerTime((now) => Math.floor(now / HALF_HOUR_MS) * HALF_HOUR_MS);
  const text = `${operator?.name ?? ''} ${operator?.email ?? ''} ${when(new Date(at).toISOString())}`;
  return (
    <div className={styles.watermark} aria-hidden>
      {Array.from({ length: MARKS }, (_, n) => (
        <span key={n}>{text}</span>
      ))}
    </div>
  );
}
