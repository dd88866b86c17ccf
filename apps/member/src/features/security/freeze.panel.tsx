import { appError } from '@holdfast/contract/errors';
import { Button, Card, Panel, Question } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { SupportLink } from '#components/support-link.tsx';
import { leaveByChoice } from '#state/session/return-place.ts';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

/** For a lost phone or a stranger in the account: what will happen, then one question. */
export function FreezePanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const { callApi, failures, tab } = useServices();
  const [isAsking, setAsking] = useState(false);
  const freeze = useAction(async () => {
    await callApi('/member/security/freeze', {});
    leaveByChoice(tab);
    // Ends the session here as the stream would, and says what happened.
    failures.report(appError('NOT_SIGNED_IN', { reason: 'freeze' }));
  });
  return (
    <Panel
      title={say('freeze')}
      onClose={onClose}
      foot={
        <Button look="danger" block large onClick={() => setAsking(true)}>
          {say('freezeDo')}
        </Button>
      }
    >
      <Card>
        <p>{say('freezeIntro')}</p>
        <ul className={styles.list}>
          <li>{say('freezeOne')}</li>
          <li>{say('freezeTwo')}</li>
          <li>{say('freezeThree')}</li>
          <li>{say('freezeFour')}</li>
        </ul>
        <SupportLink />
      </Card>
      {isAsking && (
        <Question
          title={say('freezeAsk')}
          cancel={say('cancel')}
          confirm={say('freezeDo')}
          isDangerous
          busy={freeze.isBusy}
          onConfirm={() => void freeze.run()}
          onClose={() => setAsking(false)}
        >
          <p>{say('freezeOne')}</p>
          <p>{say('freezeTwo')}</p>
        </Question>
      )}
    </Panel>
  );
}
