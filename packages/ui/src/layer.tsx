import { useEffect, useEffectEvent, useId, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { BackIcon, CloseIcon } from './icons.tsx';
import { useBackCloses } from './layer-back.tsx';
import styles from './layer.module.css';
import { useUiWords } from './ui-words.tsx';

/** Open layers from the bottom to the top; only the top one can be reached, the page and the others are inert. */
const stack: HTMLElement[] = [];
/** Those that must be answered lie over panels and sheets, also over one whose code came later. The style sheet says the same. */
const answeredFirst = new WeakSet<HTMLElement>();

function putOnStack(element: HTMLElement): void {
  const above = answeredFirst.has(element) ? -1 : stack.findIndex((other) => answeredFirst.has(other));
  stack.splice(above === -1 ? stack.length : above, 0, element);
}

function refreshInertness(): void {
  const top = stack.at(-1);
  for (const child of document.body.children)
    if (child instanceof HTMLElement && child.dataset['alwaysReachable'] === undefined)
      child.inert = top !== undefined && child !== top;
  document.documentElement.style.overflow = top ? 'hidden' : '';
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
 * Puts `mask` on the stack while it is mounted: the focus goes in, stays in (everything else is inert), and goes back to where
 * it was. What came under it meanwhile gets it instead. Escape closes only the top layer.
 */
function useLayer(onClose: (() => void) | undefined, isAnsweredFirst: boolean) {
  const mask = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    const element = mask.current;
    if (!element) return undefined;
    const before = document.activeElement;
    if (isAnsweredFirst) answeredFirst.add(element);
    putOnStack(element);
    refreshInertness();
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
    const stopIgnoring = ignoreHalfPresses(element);
    return () => {
      stopIgnoring();
      changes.disconnect();
      document.removeEventListener('keydown', onKeyDown);
      const wasTop = stack.at(-1) === element;
      stack.splice(stack.indexOf(element), 1);
      refreshInertness();
      const next = stack.at(-1);
      if (!wasTop) return;
      if (before instanceof HTMLElement && before.isConnected && (!next || next.contains(before)))
        before.focus();
      else if (next) focusInto(next);
    };
  }, [isAnsweredFirst]);
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
  return createPortal(
    <div
      ref={mask}
      className={cx(styles.mask, place)}
      data-mask
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

/** From below on a phone, in the middle on a wide screen: one task beside the page. `foot` stays at the thumb. Back closes it alone. */
export function Sheet({ title, onClose, foot, children }: LayerProps & { foot?: ReactNode }) {
  const id = useId();
  useBackCloses(onClose);
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
  /** It is being done: there is no way back any more. */
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something that matters is done. The focus is on the way out, which is also what Back and Escape take. */
export function Question(props: QuestionProps) {
  const { title, cancel, confirm, isDangerous, busy, onConfirm, onClose, children } = props;
  const leave = busy ? undefined : onClose;
  useBackCloses(leave);
  return (
    <Dialog
      title={title}
      onClose={leave}
      actions={
        <>
          <Button look="quiet" disabled={busy} onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button look={isDangerous ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
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

const never = () => () => {};
/** False in HTML that is rendered ahead and while React takes it over: a portal has no place in it. */
const useIsLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** One line that tells of something done and goes by itself. It never asks and never takes the focus. */
export function Toast({ children }: { children: ReactNode }) {
  if (!useIsLive()) return null;
  return createPortal(
    <div className={styles.toast} role="status" data-always-reachable>
      {children && <div className={styles.toastText}>{children}</div>}
    </div>,
    document.body,
  );
}
