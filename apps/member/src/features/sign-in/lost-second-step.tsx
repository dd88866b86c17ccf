import { Button, Notice, stackClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useState } from 'react';
import { SupportLink } from '#components/support-link.tsx';
import { authenticatorStepWords } from './authenticator-step.words.ts';

/** What is left to whoever has lost the phone and the recovery codes: other people, and what they ask for; in one case nothing. */
export function LostSecondStep() {
  const say = useWords(authenticatorStepWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={stackClass}>
      <Button look="text" block aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {say('lost')}
      </Button>
      {isOpen && (
        <>
          <p>{say('lostWho')}</p>
          <p>{say('lostVerified')}</p>
          <p>{say('lostUnverified')}</p>
          <Notice tone="held">{say('lostAll')}</Notice>
          <SupportLink />
        </>
      )}
    </div>
  );
}
