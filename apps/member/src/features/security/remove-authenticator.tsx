import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useServices } from '#state/services.tsx';
import { AuthenticatorEntry } from '#components/authenticator-entry.tsx';
import { SECRET_ERRORS } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { useMemberCode } from '#components/use-one-time-code.ts';
import { authenticatorWords } from './authenticator.words.ts';
import { GuardedStep } from './guarded-step.tsx';

/** A code to an address, one of the authenticator unless it is suspended, and the secret. */
export function RemoveAuthenticator({ state, onDone }: { state: 'on' | 'suspended'; onDone: () => void }) {
  const say = useWords(authenticatorWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const code = useMemberCode('authenticator');
  const [given, setGiven] = useState<string>();
  const remove = useAction(
    async (transpass: string) => {
      const input = {
        ...(code.ticket !== undefined && { ticket: code.ticket }),
        ...(given !== undefined && { code: given }),
      };
      await callApi('/member/security/authenticator-remove', { input, transpass });
      refresh('/member/security/authenticator', '/member/account/permissions');
      showToast(say('removed'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'TICKET_INVALID', 'AUTHENTICATOR_CODE_WRONG', 'RATE_LIMITED'] },
  );
  const isWrong = remove.error?.code === 'AUTHENTICATOR_CODE_WRONG';
  const take = {
    isBusy: remove.isBusy,
    error: isWrong ? remove.error : undefined,
    forgetError: remove.forgetError,
    run: async (typed: string) => {
      remove.forgetError();
      setGiven(typed);
    },
  };
  return (
    <GuardedStep
      purpose={say('purpose.remove')}
      code={code}
      action={remove}
      intro={say('removeIntro')}
      onClose={onDone}
    >
      {state === 'on' && (given === undefined || isWrong) && <AuthenticatorEntry check={take} />}
    </GuardedStep>
  );
}
