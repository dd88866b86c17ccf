import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { BackIcon, CloseIcon } from './icons.tsx';
import styles from './layer.module.css';
import { useUiWords } from './ui-words.tsx';

/** Open layers from the bottom to the top; only the top one can be reached, the page and the others are inert. */
const stack: HTMLElement[] = [];

function refreshInertness(): void {
  const top = stack.at(-1);
  for (const child of document.body.children)
    if (child instanceof HTMLElement && child.dataset['alwaysReachable'] === undefined)
      child.inert = top !== undefined && child !== top;
  document.documentElement.style.overflow = top ? 'hidden' : '';
}

/**
 * Puts `mask` on top of the stack while it is mounted: the focus goes in, stays in (everything else is inert), and goes back
 * to where it was. Escape closes only the top layer.
 */
function useLayer(onClose: (() => void) | undefined) {
  const mask = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = mask.current;
    if (!element) return undefined;
    const before = document.activeElement;
    stack.push(element);
    refreshInertness();
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]');
    (wanted ?? element.querySelector<HTMLElement>('[role]'))?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || stack.at(-1) !== element || event.defaultPrevented) return;
      event.preventDefault();
      close.current?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      stack.splice(stack.indexOf(element), 1);
      refreshInertness();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return mask;
}

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
  onClose,
  children,
}: {
  place: string | undefined;
  look: string | undefined;
  role?: 'dialog' | 'alertdialog';
  labelId: string;
  onClose: (() => void) | undefined;
  children: ReactNode;
}) {
  const mask = useLayer(onClose);
  return createPortal(
    <div
      ref={mask}
      className={cx(styles.mask, place)}
      data-mask
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      <div className={cx(styles.box, look)} role={role} aria-modal aria-labelledby={labelId} tabIndex={-1}>
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
}: Omit<LayerProps, 'children'> & { id: string; isPanel?: boolean }) {
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
    </div>
  );
}

/** From below on a phone, in the middle on a wide screen: one task beside the page. `foot` stays at the thumb. */
export function Sheet({ title, onClose, foot, children }: LayerProps & { foot?: ReactNode }) {
  const id = useId();
  return (
    <Layer place={styles.atBottom} look={styles.sheet} labelId={id} onClose={onClose}>
      <Head id={id} title={title} onClose={onClose} />
      <div className={styles.body}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </Layer>
  );
}

/** A page of its own over a route: the whole screen on a phone, a column at the side on a wide one. */
export function Panel({ title, onClose, foot, children }: LayerProps & { foot?: ReactNode }) {
  const id = useId();
  return (
    <Layer place={styles.atSide} look={styles.panel} labelId={id} onClose={onClose}>
      <Head id={id} title={title} onClose={onClose} isPanel />
      <div className={styles.body}>{children}</div>
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
  const look = cx(styles.dialog, isNarrow && styles.narrow);
  return (
    <Layer place={styles.atCentre} look={look} role="alertdialog" labelId={id} onClose={onClose}>
      <h2 id={id} className={styles.dialogTitle}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </Layer>
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

/** One line that tells of something done and goes by itself. It never asks and never takes the focus. */
export function Toast({ children }: { children: ReactNode } & Pick<ComponentProps<'div'>, 'children'>) {
  return createPortal(
    <div className={styles.toast} role="status" data-always-reachable>
      {children && <div className={styles.toastText}>{children}</div>}
    </div>,
    document.body,
  );
}
