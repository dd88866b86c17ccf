import { Panel } from '@holdfast/ui';
import { useState } from 'react';
import { useAction, type Action } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useServices } from '#state/services.tsx';
import { CODE_ERRORS, CodeEntry } from '#components/code-entry.tsx';
import { createCodeExchange } from '#components/code-exchange.ts';
import { codeStepWords } from './code-step.words.ts';

export interface CodeOnItsWay {
  readonly codeId: string;
  readonly resendAt: string;
}

/**
 * The code that a sign-in asks for besides the password while somebody is guessing at the account. It is sent after the right password
 * alone, and nobody is told which it was: so the text says when none comes.
 */
export function CodeStep({
  code,
  resend,
  onTicket,
  onClose,
}: {
  code: CodeOnItsWay;
  resend: Action<[]>;
  onTicket: (ticket: string) => Promise<void>;
  onClose: () => void;
}) {
  const say = useWords(codeStepWords);
  const { callApi } = useServices();
  const [exchange] = useState(() => createCodeExchange(callApi));
  const check = useAction(async (typed: string) => onTicket(await exchange(code.codeId, typed)), {
    shows: CODE_ERRORS,
  });
  useBackSteps(1, onClose);
  return (
    <Panel title={say('title')} onClose={onClose}>
      <CodeEntry intro={say('intro')} resendAt={code.resendAt} resend={resend} check={check}>
        <p>{say('none')}</p>
      </CodeEntry>
    </Panel>
  );
}
