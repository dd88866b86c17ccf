import { Panel, stackClass } from '@holdfast/ui';
import type { Action } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { AuthenticatorEntry } from '#components/authenticator-entry.tsx';
import { LostSecondStep } from './lost-second-step.tsx';
import { authenticatorStepWords } from './authenticator-step.words.ts';

/** The second step of a sign-in, for whoever has an authenticator. */
export function AuthenticatorStep({
  check,
  onClose,
}: {
  check: Action<[code: string]>;
  onClose: () => void;
}) {
  const say = useWords(authenticatorStepWords);
  useBackSteps(1, onClose);
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        <p>{say('intro')}</p>
        <AuthenticatorEntry check={check} />
        <LostSecondStep />
      </div>
    </Panel>
  );
}
