import { BROADCAST_KINDS, BROADCAST_STATES, type BroadcastState } from '@holdfast/contract/broadcasts';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { Button, buttonClass, Card, Fact, Facts, Pill, type Tone } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import componentStyles from '#components/components.module.css';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import type { Broadcast } from './broadcast.ts';
import styles from './broadcasts.module.css';
import { broadcastWords } from './broadcasts.words.ts';
import { useAudience } from './use-audience.ts';

const TONES: Readonly<Record<BroadcastState, Tone>> = {
  asked: 'held',
  planned: 'held',
  running: 'free',
  done: 'neutral',
  stopped: 'refused',
  missed: 'refused',
  replaced: 'neutral',
  refused: 'refused',
  withdrawn: 'neutral',
  expired: 'neutral',
};

interface CardProps {
  broadcast: Broadcast;
  onStop: () => void;
  onChange: () => void;
  onAgain: () => void;
}

/** One broadcast: what it says, to whom, how far it has gone, and who did what. */
export function BroadcastCard({ broadcast, ...acts }: CardProps) {
  const language = useLanguage();
  const { kind, state, titleZh, titleEn, textZh, textEn } = broadcast;
  const [title, text] = language === 'en' ? [titleEn, textEn] : [titleZh, textZh];
  return (
    <Card className={styles.card} role="group" aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <span>
          <Pill>{inLanguage(BROADCAST_KINDS[kind], language)}</Pill>{' '}
          <Pill tone={TONES[state]}>{inLanguage(BROADCAST_STATES[state], language)}</Pill>
        </span>
      </div>
      <p className={styles.text}>{text}</p>
      <Standing broadcast={broadcast} />
      <Actions broadcast={broadcast} {...acts} />
    </Card>
  );
}

function Standing({ broadcast }: { broadcast: Broadcast }) {
  const say = useWords(broadcastWords);
  const when = useWhen();
  const audienceText = useAudience();
  const { audience, audienceValue, startsAt, sent, expected, read, skipped, state, progress, stopped } =
    broadcast;
  const { writtenBy, writtenAt, approvedBy, approvedAt, beganAt, reason } = broadcast;
  const count = (value: number) => value.toLocaleString('en');
  const percent = `${(progress / 10).toFixed(1)}%`;
  return (
    <>
      {state === 'running' && (
        <progress
          className={styles.bar}
          max={1000}
          value={progress}
          aria-label={say('progress', { percent })}
        />
      )}
      <Facts>
        <Fact name={say('to')}>{audienceText(audience, audienceValue)}</Fact>
        <Fact name={say('when')}>
          {beganAt !== null ? when(beganAt) : startsAt === null ? say('atApproval') : when(startsAt)}
        </Fact>
        <Fact name={say('sent')}>{say('sentOf', { sent: count(sent), expected: count(expected) })}</Fact>
        {sent > 0 && <Fact name={say('read')}>{say('readOf', { read: count(read) })}</Fact>}
        {skipped > 0 && <Fact name={say('skipped')}>{say('skippedOf', { skipped: count(skipped) })}</Fact>}
        <Fact name={say('by')}>{say('byWhen', { who: writtenBy, when: when(writtenAt) })}</Fact>
        {approvedBy !== null && approvedAt !== null && (
          <Fact name={say('approved')}>{say('byWhen', { who: approvedBy, when: when(approvedAt) })}</Fact>
        )}
        <Fact name={say('reason')}>{reason}</Fact>
        {stopped && (
          <Fact name={say('stopped')}>
            {say('stoppedBy', { who: stopped.by, when: when(stopped.at), reason: stopped.reason })}
          </Fact>
        )}
      </Facts>
    </>
  );
}

/** Of which another one can take the place: nothing of it has gone out. */
const CHANGEABLE: readonly BroadcastState[] = ['asked', 'planned'];

function Actions({ broadcast: { id, state }, onStop, onChange, onAgain }: CardProps) {
  const say = useWords(broadcastWords);
  const may = useMay();
  const subject = `broadcast:${id}`;
  return (
    <div className={componentStyles.actions}>
      {may('broadcasts.stop') && (state === 'planned' || state === 'running') && (
        <Button look="danger" onClick={onStop}>
          {say('stop')}
        </Button>
      )}
      {may('broadcasts.manage') && (
        <Button look="quiet" onClick={CHANGEABLE.includes(state) ? onChange : onAgain}>
          {say(CHANGEABLE.includes(state) ? 'change' : 'again')}
        </Button>
      )}
      {may('requests.read') && state === 'asked' && (
        <Link to="/requests" search={{ subject }} className={buttonClass({ look: 'quiet' })}>
          {say('look')}
        </Link>
      )}
      {may('audit.read') && (
        <Link to="/audit" search={{ subject }} className={buttonClass({ look: 'quiet' })}>
          {say('history')}
        </Link>
      )}
    </div>
  );
}
