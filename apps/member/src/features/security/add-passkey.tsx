import type { CallOutput } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { Panel, stackClass } from '@holdfast/ui';
import { useRef, useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useRefresh } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS } from '#components/secret-sheet.tsx';
import { StepForm } from '#components/step-form.tsx';
import { useToast } from '#components/toast.tsx';
import { useMemberCode } from '#components/use-one-time-code.ts';
import { GuardedStep } from './guarded-step.tsx';
import { passkeysWords } from './passkeys.words.ts';

type Begun = CallOutput<'/member/security/passkey-begin'>;

const SHOWN = ['PASSKEY_UNAVAILABLE', 'PASSKEY_LIMIT', 'TICKET_INVALID', 'RATE_LIMITED'] as const;

/** A code and the secret, then the device's own question. Who breaks that off is asked again, and not for another code. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const say = useWords(passkeysWords);
  const { callApi, passkeys } = useServices();
  const code = useMemberCode('passkey');
  const [begun, setBegun] = useDraft<Begun | undefined>('passkey begun', undefined);
  const [isUnmade, setUnmade] = useState(false);
  const make = useMake({ onDone, onUnmade: setUnmade });
  const begin = useAction(
    async (transpass: string) => {
      if (!(await passkeys()).isAvailable()) throw appError('PASSKEY_UNAVAILABLE');
      const input = { ...(code.ticket !== undefined && { ticket: code.ticket }) };
      const answer = await callApi('/member/security/passkey-begin', { input, transpass });
      setBegun(answer);
      void make.run(answer);
    },
    { shows: [...SECRET_ERRORS, ...SHOWN] },
  );
  const anew = () => {
    code.forget();
    make.forgetError();
    setUnmade(false);
    setBegun(undefined);
  };
  if (!begun) return <GuardedStep purpose={say('add')} code={code} action={begin} onClose={onDone} />;
  const isOver = make.error?.code === 'TICKET_INVALID';
  return (
    <Panel title={say('add')} onClose={onDone}>
      <div className={stackClass}>
        <StepForm
          text={say(isUnmade ? 'unmade' : 'make')}
          submit={say(isOver ? 'anew' : 'again')}
          isReady={!make.isBusy}
          isBusy={make.isBusy}
          onSubmit={() => (isOver ? anew() : void make.run(begun))}
        >
          <Refusal error={make.error} />
        </StepForm>
      </div>
    </Panel>
  );
}

/** Has the device make the key and the server keep it. A key whose answer was lost is sent again, instead of another one made. */
function useMake({ onDone, onUnmade }: { onDone: () => void; onUnmade: (isUnmade: boolean) => void }) {
  const say = useWords(passkeysWords);
  const { callApi, passkeys } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const made = useRef<string>(undefined);
  return useAction(
    async ({ setup, passkeyQuestion }: Begun) => {
      onUnmade(false);
      const passkeyAnswer = made.current ?? (await (await passkeys()).make(passkeyQuestion));
      onUnmade(passkeyAnswer === undefined);
      if (passkeyAnswer === undefined) return;
      made.current = passkeyAnswer;
      try {
        await callApi('/member/security/passkey-finish', { input: { setup, passkeyAnswer } });
      } catch (error) {
        if ((error as { code?: unknown }).code === 'PASSKEY_WRONG') made.current = undefined;
        throw error;
      }
      refresh('/member/security/passkeys', '/member/account/permissions');
      showToast(say('added'));
      onDone();
    },
    { shows: [...SHOWN, 'PASSKEY_WRONG'] },
  );
}
