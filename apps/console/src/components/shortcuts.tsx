import { Button, Dialog } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { componentWords } from './components.words.ts';
import styles from './components.module.css';

/** One key, what it does, and what that is called in the list that `?` shows. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, or two keys one after the other: `g m`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
}

/** What one part of the screen listens to, as it is when a key is pressed. */
type Group = () => readonly Shortcut[];

interface Registry {
  readonly add: (read: Group) => () => void;
}
const Context = createContext<Registry>({ add: () => () => {} });

/** How long the second key of two may take. */
const PAUSE_MS = 1200;

/** Keys by which a choice is made in a group of radio buttons. */
const CHOOSES = /^(Arrow.*| )$/;

const isTyping = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLElement &&
  (target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]') !==
    null ||
    (CHOOSES.test(key) && target.closest('input') !== null));

const isUnderLayer = (): boolean => document.querySelector('[aria-modal]') !== null;

/** Hears the keys of whatever is on the screen. Nothing is heard while somebody types or answers a dialog. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shortcut[]>();
  const groups = useRef(new Set<Group>());
  const [registry] = useState<Registry>(() => ({
    add(group) {
      groups.current.add(group);
      return () => groups.current.delete(group);
    },
  }));
  const before = useRef<{ key: string; at: number } | undefined>(undefined);
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target, event.key) || isUnderLayer())
      return;
    if (event.key === '?') {
      event.preventDefault();
      setShown([...groups.current].flatMap((read) => read()));
      return;
    }
    const all = [...groups.current].flatMap((read) => read());
    const last = before.current;
    const isSecond = last !== undefined && event.timeStamp - last.at < PAUSE_MS;
    const found =
      (isSecond && all.find(({ keys }) => keys === `${last.key} ${event.key}`)) ||
      all.find(({ keys }) => keys === event.key);
    before.current = { key: event.key, at: event.timeStamp };
    if (!found) return;
    event.preventDefault();
    before.current = undefined;
    found.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <Context value={registry}>
      {children}
      {shown && <Listed shortcuts={shown} onClose={() => setShown(undefined)} />}
    </Context>
  );
}

function Listed({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  const say = useWords(componentWords);
  return (
    <Dialog
      title={say('shortcuts')}
      onClose={onClose}
      actions={
        <Button look="quiet" onClick={onClose} data-autofocus>
          {say('close')}
        </Button>
      }
    >
      <dl className={styles.keys}>
        {[...shortcuts, { keys: '?', label: say('showShortcuts') }].map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Keys that work as long as the caller is on the screen. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const { add } = use(Context);
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => add(() => latest.current), [add]);
}
