import { catalogueText } from '@holdfast/client/calls';
import { BrandMark, cx } from '@holdfast/ui';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { canUnlock, type Lock } from '#state/pin-lock/pin-lock.rules.ts';
import { usePinLock, useServices, useSettings } from '#state/services.tsx';
import { PinLockIllustration } from './illustration.tsx';
import styles from './pin-lock.module.css';
import { pinLockWords } from './pin-lock.words.ts';
import { PinEntry } from './pin-entry.tsx';

const TITLES = {
  'locked-intro': 'lockedTitle',
  'locked-entry': 'entryTitle',
  delayed: 'delayedTitle',
  damaged: 'damagedTitle',
  wiped: 'wipedTitle',
} as const;

/** The closed lock (spec 2): the intro and the entry behind it, and the view that says why it stays closed. It knows nothing of the member. */
export function PinLockScreen() {
  const say = useWords(pinLockWords);
  const lock = usePinLock();
  const [hasForgotten, setForgotten] = useState(false);
  useEffect(() => {
    const before = document.title;
    document.title = say('pageTitle');
    return () => {
      document.title = before;
    };
  }, [say]);
  const phase = Object.hasOwn(TITLES, lock.phase) ? (lock.phase as keyof typeof TITLES) : 'wiped';
  if (hasForgotten && canUnlock(lock))
    return (
      <Frame title={say('forgotTitle')} text={<p>{say('forgotText')}</p>}>
        <Forgotten onBack={() => setForgotten(false)} />
      </Frame>
    );
  return (
    <Frame title={say(TITLES[phase])} text={<Why lock={lock} />} isEntry={phase === 'locked-entry'}>
      <Way lock={lock} />
      {canUnlock(lock) && <Links onForgotten={() => setForgotten(true)} />}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  text: ReactNode;
  isEntry?: boolean;
  children: ReactNode;
}

/** The header with the mark, the picture and the words on one side, what hands do on the other. */
function Frame({ title, text, isEntry = false, children }: FrameProps) {
  const say = useWords(pinLockWords);
  return (
    <main className={cx(styles.lock, isEntry && styles.entry)} data-pin-lock>
      <header className={styles.brand}>
        <BrandMark size={26} />
        <span>{say('brand')}</span>
      </header>
      <div className={styles.story}>
        <PinLockIllustration />
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.text}>{text}</div>
      </div>
      <div className={styles.hands}>{children}</div>
    </main>
  );
}

function Why({ lock: { phase, cause } }: { lock: Lock }) {
  const say = useWords(pinLockWords);
  switch (phase) {
    case 'locked-entry':
      return <p>{say('entryText')}</p>;
    case 'delayed':
      return (
        <>
          <p role="alert">{say('delayedText')}</p>
          <p>{say('delayedLimit')}</p>
        </>
      );
    case 'damaged':
      return <p>{say('damagedText')}</p>;
    case 'wiped':
      return <p role="status">{say('wipedText')}</p>;
    default:
      return <p>{say(cause === 'left' ? 'leftText' : 'startText')}</p>;
  }
}

/**
 * What begins a stage, with the focus on it: a key goes on at once, and a screen reader says what it does. Not before the panels that the
 * lock took away have let go of the page, in which nothing can have the focus while they are there.
 */
function First(props: ComponentProps<'button'>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return <button ref={button} type="button" {...props} />;
}

/** What leads on from here. */
function Way({ lock: { phase, cause, waitMs } }: { lock: Lock }) {
  const say = useWords(pinLockWords);
  const { pinLock } = useServices();
  switch (phase) {
    case 'locked-entry':
      return <PinEntry />;
    case 'delayed':
      return (
        <First className={styles.unlock} aria-disabled>
          {say('unlockIn', { time: minutesAndSeconds(waitMs) })}
        </First>
      );
    case 'damaged':
      return (
        <First className={styles.unlock} onClick={pinLock.forgot}>
          {say('signOut')}
        </First>
      );
    case 'locked-intro':
      return cause === 'left' ? (
        <First className={styles.tap} onClick={pinLock.tap}>
          <span>{say('tap')}</span>
        </First>
      ) : (
        <First className={styles.unlock} onClick={pinLock.tap}>
          {say('unlock')}
        </First>
      );
    default:
      return null;
  }
}

function Links({ onForgotten }: { onForgotten: () => void }) {
  const say = useWords(pinLockWords);
  const { language } = useSettings();
  const { pinLock } = useServices();
  const { phase, alert, isBiometricsSet, isBiometricsAvailable } = usePinLock();
  return (
    <div className={styles.links}>
      {alert === 'BIOMETRIC_FAILED' && (
        <p role="alert" className={styles.alert}>
          {say('BIOMETRIC_FAILED')}
        </p>
      )}
      {phase === 'delayed' && alert === 'PIN_WRONG' && (
        <p role="alert" className={styles.alert}>
          {catalogueText(alert, language)}
        </p>
      )}
      {isBiometricsSet && isBiometricsAvailable && (
        <button type="button" className={styles.biometrics} onClick={() => void pinLock.askBiometrics()}>
          {say('biometrics')}
        </button>
      )}
      <button type="button" className={styles.forgot} onClick={onForgotten}>
        {say('forgot')}
      </button>
    </div>
  );
}

/** What signs out is not what a key pressed too long should meet: the focus begins at the way back. */
function Forgotten({ onBack }: { onBack: () => void }) {
  const say = useWords(pinLockWords);
  const { pinLock } = useServices();
  return (
    <div className={styles.answers}>
      <button type="button" className={styles.unlock} onClick={pinLock.forgot}>
        {say('signOut')}
      </button>
      <First className={styles.forgot} onClick={onBack}>
        {say('back')}
      </First>
    </div>
  );
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
