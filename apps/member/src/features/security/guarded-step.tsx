import { Panel, stackClass } from '@holdfast/ui';
import type { ReactNode } from 'react';
import type { Action } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Refusal } from '#components/refusal.tsx';
import { useSecretSheet } from '#components/secret-sheet.tsx';
import { SentCode } from '#components/sent-code.tsx';
import { StepForm } from '#components/step-form.tsx';
import type { OneTimeCode } from '#components/use-one-time-code.ts';
import { authenticatorWords } from './authenticator.words.ts';

/** What is asked before the authenticator is added or removed: a code to an address that was proven before, then the transaction secret. */
export function GuardedStep({
  purpose,
  code,
  action,
  intro,
  children,
  onClose,
}: {
  /** What will happen, as a sentence. */
  purpose: string;
  code: OneTimeCode;
  /** Runs with the secret, once the code has brought its ticket. */
  action: Action<[secret: string]>;
  intro?: string;
  /** What else is asked between the two; the secret follows it. */
  children?: ReactNode;
  onClose: () => void;
}) {
  const say = useWords(authenticatorWords);
  const { refusal, sheet, ask } = useSecretSheet(action, purpose);
  const isProven = code.ticket !== undefined;
  return (
    <Panel title={code.sent && !isProven ? say('stepCode') : purpose} onClose={onClose}>
      <div className={stackClass}>
        {!code.sent && (
          <StepForm
            text={intro ?? say('guard')}
            submit={say('next')}
            isReady
            isBusy={code.send.isBusy}
            onSubmit={() => void code.send.run()}
          >
            <Refusal error={code.send.error} />
          </StepForm>
        )}
        {code.sent && !isProven && <SentCode code={code} />}
        {isProven && children}
        {isProven && !children && (
          <StepForm text={say('stepSecret')} submit={say('next')} isReady onSubmit={ask}>
            <Refusal error={refusal} />
          </StepForm>
        )}
      </div>
      {sheet}
    </Panel>
  );
}
