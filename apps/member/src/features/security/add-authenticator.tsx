import type { CallOutput } from '@holdfast/contract/calls';
import { showRecoveryCode } from '@holdfast/contract/rules';
import {
  Button,
  buttonClass,
  Card,
  Checkbox,
  CopyButton,
  Fact,
  Facts,
  Panel,
  QrPicture,
  stackClass,
} from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useAccount, useServices } from '#state/services.tsx';
import { AuthenticatorEntry } from '#components/authenticator-entry.tsx';
import { SECRET_ERRORS } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { useMemberCode } from '#components/use-one-time-code.ts';
import { authenticatorWords } from './authenticator.words.ts';
import { GuardedStep } from './guarded-step.tsx';
import styles from './security.module.css';

type Setup = CallOutput<'/member/security/authenticator-begin'>;

/** A code and the secret, then the picture for the app and a first code of it, then the recovery codes. */
export function AddAuthenticator({ onDone }: { onDone: () => void }) {
  const say = useWords(authenticatorWords);
  const { callApi } = useServices();
  const code = useMemberCode('authenticator');
  const [setup, setSetup] = useDraft<Setup | undefined>('authenticator setup', undefined);
  const [recoveryCodes, setRecoveryCodes] = useDraft<readonly string[] | undefined>(
    'authenticator codes',
    undefined,
  );
  const begin = useAction(
    async (transpass: string) => {
      const input = { ...(code.ticket !== undefined && { ticket: code.ticket }) };
      setSetup(await callApi('/member/security/authenticator-begin', { input, transpass }));
    },
    { shows: [...SECRET_ERRORS, 'TICKET_INVALID', 'AUTHENTICATOR_PRESENT', 'RATE_LIMITED'] },
  );
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={onDone} />;
  if (setup) return <TakeIn setup={setup} onAdded={setRecoveryCodes} onClose={onDone} />;
  return <GuardedStep purpose={say('purpose.add')} code={code} action={begin} onClose={onDone} />;
}

/** The secret goes into the app, by its picture, by its address or by hand. */
function TakeIn({
  setup: { setup, secret, uri },
  onAdded,
  onClose,
}: {
  setup: Setup;
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const say = useWords(authenticatorWords);
  const account = useAccount();
  const { callApi } = useServices();
  const refresh = useRefresh();
  const finish = useAction(
    async (code: string) => {
      const input = { setup, code };
      const { recoveryCodes } = await callApi('/member/security/authenticator-finish', { input });
      onAdded(recoveryCodes);
      refresh('/member/security/authenticator', '/member/account/permissions');
    },
    { shows: ['AUTHENTICATOR_CODE_WRONG', 'TICKET_INVALID', 'AUTHENTICATOR_PRESENT', 'RATE_LIMITED'] },
  );
  return (
    <Panel title={say('scanTitle')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('scan')}</p>
        <QrPicture text={uri} label={say('picture')} />
        <a className={buttonClass({ look: 'quiet', block: true })} href={uri}>
          {say('open')}
        </a>
        <Card>
          <Facts>
            <Fact name={say('account')}>{account}</Fact>
            <Fact name={say('secret')}>
              <span className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
              <CopyButton name={say('secret')} value={secret} />
            </Fact>
          </Facts>
        </Card>
        <AuthenticatorEntry check={finish} mayRecover={false} />
      </div>
    </Panel>
  );
}

/** Shown once. Nobody leaves before having said that they are kept. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const say = useWords(authenticatorWords);
  const showToast = useToast();
  const [isKept, setKept] = useState(false);
  const shown = codes.map(showRecoveryCode);
  const leave = () => {
    showToast(say('added'));
    onDone();
  };
  return (
    <Panel title={say('codesTitle')} onClose={leave}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('codes')}</p>
        <Card>
          <ul className={styles.codes}>
            {shown.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CopyButton name={say('codesName')} text={say('copyCodes')} value={shown.join('\n')} />
        </Card>
        <Checkbox label={say('saved')} checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        <Button block large disabled={!isKept} onClick={leave}>
          {say('done')}
        </Button>
      </div>
    </Panel>
  );
}
