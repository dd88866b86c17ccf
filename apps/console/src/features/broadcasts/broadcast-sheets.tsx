import { BROADCAST_KINDS, BROADCASTS_A_DAY, NEWS_OF_A_MEMBER } from '@holdfast/contract/broadcasts';
import type { ErrorName } from '@holdfast/contract/errors';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Notice } from '@holdfast/ui';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useWhen } from '#components/use-when.ts';
import type { Broadcast } from './broadcast.ts';
import { broadcastWords } from './broadcasts.words.ts';
import type { Message } from './read-form.ts';
import { useAudience } from './use-audience.ts';

const SHOWN: readonly ErrorName[] = [
  'BROADCAST_STARTED',
  'BROADCAST_IN_PAST',
  'BROADCAST_NOBODY',
  'BROADCAST_NO_FILM',
  'BROADCAST_ACCOUNTS_UNKNOWN',
  'BROADCAST_ASKED_OFTEN',
  'PARAMETERS_INVALID',
  'ROLE_NOT_ALLOWED',
  'RATE_LIMITED',
];

const TOUCHED = ['/operator/broadcast/list', '/operator/request/list', '/operator/me'] as const;

function useCount({ kind, audience, audienceValue }: Message): string {
  const say = useWords(broadcastWords);
  const read = useRead('/operator/broadcast/count', { input: { kind, audience, audienceValue } });
  if (read.isError) return say('countFailed');
  if (!read.data) return say('counting');
  const count = read.data.count.toLocaleString('en');
  if (!read.data.isEstimate) return say('members', { count });
  return read.data.count === 0 ? say('membersFew') : say('membersAbout', { count });
}

interface AskProps {
  message: Message;
  onDone: () => void;
  onClose: () => void;
}

/** Says what goes to how many and when, and asks why. */
export function AskSheet({ message, onDone, onClose }: AskProps) {
  const say = useWords(broadcastWords);
  const language = useLanguage();
  const audienceText = useAudience();
  const when = useWhen();
  const { callApi } = useClient();
  const tell = useToast();
  const count = useCount(message);
  const { kind, audience, audienceValue, startsAt } = message;
  return (
    <ReasonDialog
      title={say('askTitle')}
      confirm={say('ask')}
      draft="broadcast reason"
      touches={TOUCHED}
      shows={SHOWN}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/broadcast/ask', { input: { ...message, reason } });
        tell(say('askDone'));
        onDone();
      }}
    >
      <Notice tone="held">
        {say('willSend', {
          kind: inLanguage(BROADCAST_KINDS[kind], language),
          count,
          when: startsAt === undefined ? say('atApproval') : say('at', { when: when(startsAt) }),
        })}
      </Notice>
      <div className={styles.quiet}>
        <p>{say('toWhom', { whom: audienceText(audience, audienceValue) })}</p>
        <p>{say('cap', { day: BROADCASTS_A_DAY, member: NEWS_OF_A_MEMBER })}</p>
      </div>
    </ReasonDialog>
  );
}

export function StopSheet({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const say = useWords(broadcastWords);
  const language = useLanguage();
  const { callApi } = useClient();
  const tell = useToast();
  const { id, titleZh, titleEn } = broadcast;
  return (
    <ReasonDialog
      title={say('stopTitle')}
      confirm={say('stop')}
      draft={`why stop of broadcast ${id}`}
      touches={TOUCHED}
      isDangerous
      shows={SHOWN}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/broadcast/stop', { input: { id, reason } });
        tell(say('stopDone'));
      }}
    >
      <Notice tone="held">{say('stopWhat', { title: language === 'en' ? titleEn : titleZh })}</Notice>
    </ReasonDialog>
  );
}
