import { use, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { BackToTop } from './back-to-top.tsx';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { BackIcon, CloseIcon } from './first-icons.tsx';
import { useBackCloses } from './layer-back.tsx';
import { NoticeLayer, useLayer } from './layer-stack.ts';
import styles from './layer.module.css';
import { useUiWords } from './ui-words.tsx';

interface LayerProps {
  title: string;
  /** Called by Escape and by a tap on the mask. A layer without it must be answered. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

function Layer({
  place,
  look,
  role = 'dialog',
  labelId,
  textId,
  onClose,
  children,
}: {
  place: string | undefined;
  look: string | undefined;
  role?: 'dialog' | 'alertdialog';
  labelId: string;
  /** What is read out with the title, where a layer is no more than what it says. */
  textId?: string;
  onClose: (() => void) | undefined;
  children: ReactNode;
}) {
  const mask = useLayer(onClose, place === styles.atCentre);
  const isNotice = use(NoticeLayer);
  return createPortal(
    <div
      ref={mask}
      className={cx(styles.mask, place)}
      data-mask
      data-notice={isNotice || undefined}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget || !onClose) return;
        event.preventDefault(); // what had the focus before gets it back, not what lies beneath
        onClose();
      }}
    >
      <div
        className={cx(styles.box, look)}
        role={role}
        aria-modal
        aria-labelledby={labelId}
        aria-describedby={textId}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}

function Head({
  id,
  title,
  isPanel,
  onClose,
  children,
}: Omit<LayerProps, 'children'> & { id: string; isPanel?: boolean; children?: ReactNode }) {
  const words = useUiWords();
  return (
    <div className={styles.head}>
      {isPanel && onClose && (
        <IconButton label={words.back} onClick={onClose}>
          <BackIcon size={22} />
        </IconButton>
      )}
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {!isPanel && onClose && (
        <IconButton label={words.close} onClick={onClose}>
          <CloseIcon size={20} />
        </IconButton>
      )}
      {children}
    </div>
  );
}

/** From below on a phone, in the middle on a wide screen: one task beside the page. `foot` stays at the thumb. Back closes it alone. */
export function Sheet({ title, onClose, foot, children }: LayerProps & { foot?: ReactNode }) {
  const id = useId();
  useBackCloses(onClose);
  return (
    <Layer place={styles.atBottom} look={styles.sheet} labelId={id} onClose={onClose}>
      <Head id={id} title={title} onClose={onClose} />
      <div className={styles.body} data-scroller>
        {children}
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </Layer>
  );
}

/** A page of its own over a route: the whole screen on a phone, a column at the side on a wide one. */
export function Panel({ title, onClose, foot, children }: LayerProps & { foot?: ReactNode }) {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  return (
    <Layer place={styles.atSide} look={styles.panel} labelId={id} onClose={onClose}>
      <Head id={id} title={title} onClose={onClose} isPanel>
        <BackToTop scroller={body} />
      </Head>
      <div ref={body} className={styles.body} data-scroller>
        {children}
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </Layer>
  );
}

/** A short message with one or two answers. `isNarrow`: the width that notifications have. */
export function Dialog({
  title,
  onClose,
  actions,
  isNarrow,
  children,
}: LayerProps & { actions: ReactNode; isNarrow?: boolean }) {
  const id = useId();
  const textId = useId();
  const look = cx(styles.dialog, isNarrow && styles.narrow);
  return (
    <Layer
      place={styles.atCentre}
      look={look}
      role="alertdialog"
      labelId={id}
      textId={textId}
      onClose={onClose}
    >
      <h2 id={id} className={styles.dialogTitle}>
        {title}
      </h2>
      <div id={textId} className={styles.body}>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Layer>
  );
}

interface QuestionProps {
  title: string;
  cancel: string;
  confirm: string;
  isDangerous?: boolean;
  /** What is asked for would lose something: the way out is the one to take. */
  isUnwise?: boolean;
  /** It is being done: there is no way back any more. */
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something that matters is done. The focus is on the way out, which is also what Back and Escape take. */
export function Question(props: QuestionProps) {
  const { title, cancel, confirm, isDangerous, isUnwise, busy, onConfirm, onClose, children } = props;
  const leave = busy ? undefined : onClose;
  useBackCloses(leave);
  return (
    <Dialog
      title={title}
      onClose={leave}
      actions={
        <>
          <Button look={isUnwise ? 'primary' : 'quiet'} disabled={busy} onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button
            look={isDangerous ? 'danger' : isUnwise ? 'quiet' : 'primary'}
            busy={busy}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** Something to look at over everything else, with its close icon in the corner. */
export function Overlay({ title, onClose, children }: LayerProps & { onClose: () => void }) {
  const id = useId();
  const words = useUiWords();
  return (
    <Layer place={styles.atCentre} look={styles.overlay} labelId={id} onClose={onClose}>
      <h2 id={id} className="visually-hidden">
        {title}
      </h2>
      <IconButton label={words.close} className={styles.corner} onClick={onClose} data-autofocus>
        <CloseIcon size={20} />
      </IconButton>
      {children}
    </Layer>
  );
}
