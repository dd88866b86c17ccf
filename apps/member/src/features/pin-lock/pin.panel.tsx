import { Button, buttonClass, Card, Checkbox, EmptyState, Notice, Panel, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useRead } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { usePinLock, useServices } from '#state/services.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { AskPin } from './ask-pin.tsx';
import { NewPin } from './new-pin.tsx';
import styles from './pin.module.css';
import { pinWords } from './pin.words.ts';

/** What is done once the present PIN has been shown to be known. */
type Purpose = 'change' | 'remove' | 'off';
type Step = 'overview' | 'new' | Purpose;

/** Sets, changes and removes the PIN of this device, and what belongs to it. */
export function PinPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(pinWords);
  const { pinLock } = useServices();
  const showToast = useToast();
  const [step, setStep] = useState<Step>('overview');
  const toOverview = () => setStep('overview');
  useBackSteps(step === 'overview' ? 0 : 1, toOverview);
  const proved = async (purpose: Purpose) => {
    if (purpose === 'change') return setStep('new');
    if (purpose === 'off') await pinLock.change({ isOn: false });
    else {
      await pinLock.removePin();
      showToast(say('removed'));
    }
    toOverview();
  };
  return (
    <Panel title={say('title')} onClose={step === 'overview' ? onClose : toOverview}>
      {step === 'overview' && <Overview onStep={setStep} />}
      {step === 'new' && (
        <NewPin
          onDone={() => {
            showToast(say('saved'));
            toOverview();
          }}
        />
      )}
      {(step === 'change' || step === 'remove' || step === 'off') && <AskPin onProved={() => proved(step)} />}
    </Panel>
  );
}

function Overview({ onStep }: { onStep: (step: Step) => void }) {
  const say = useWords(pinWords);
  const { pinLock } = useServices();
  const { isPinSet, isPinUnlockOn } = usePinLock();
  const isOff = isPinSet && !isPinUnlockOn;
  if (!pinLock.isSupported()) return <EmptyState title={say('title')} text={say('unsupported')} />;
  return (
    <div className={stackClass}>
      <Card className={styles.group}>
        <h3>{say(isOff ? 'headingOff' : 'heading')}</h3>
        <p>{say(isOff ? 'introOff' : isPinSet ? 'introSet' : 'intro')}</p>
        {!isPinSet && <FirstPin onAllowed={() => onStep('new')} />}
      </Card>
      {isPinSet && <Choices onStep={onStep} />}
      <p className={styles.cover}>{say('cover')}</p>
    </div>
  );
}

/** A first PIN on a device asks the transaction secret: who found a phone open must not put a lock of their own on it. */
function FirstPin({ onAllowed }: { onAllowed: () => void }) {
  const say = useWords(pinWords);
  const { callApi } = useServices();
  const panelAddress = usePanelAddress();
  const { data } = useRead('/member/account/permissions', {});
  const verify = useAction(
    async (secret: string) => {
      await callApi('/member/transpass/verify', { input: { secret } });
      onAllowed();
    },
    { shows: SECRET_ERRORS },
  );
  const { sheet, ask } = useSecretSheet(verify, say('purpose'));
  if (data?.secretForm === 'none')
    return (
      <>
        <Notice tone="held">{say('secretFirst')}</Notice>
        <Link to={panelAddress('transaction-secret')} className={buttonClass({ block: true, large: true })}>
          {say('toSecret')}
        </Link>
      </>
    );
  return (
    <>
      <Button block large onClick={ask}>
        {say('set')}
      </Button>
      {sheet}
    </>
  );
}

function Choices({ onStep }: { onStep: (step: Step) => void }) {
  const say = useWords(pinWords);
  const { pinLock } = useServices();
  const { isPinUnlockOn, hasGrace } = usePinLock();
  return (
    <>
      <Card className={styles.group}>
        <Checkbox
          label={say('lockOn')}
          note={say('lockOnText')}
          checked={isPinUnlockOn}
          onChange={() => (isPinUnlockOn ? onStep('off') : void pinLock.change({ isOn: true }))}
        />
        <Checkbox
          label={say('grace')}
          note={say('graceText')}
          checked={hasGrace}
          onChange={(event) => void pinLock.change({ hasGrace: event.target.checked })}
        />
        <BiometricsChoice />
      </Card>
      <Button look="quiet" block onClick={() => onStep('change')}>
        {say('change')}
      </Button>
      <Button look="text-danger" block onClick={() => onStep('remove')}>
        {say('remove')}
      </Button>
    </>
  );
}

/** Shown where the device can do it. One that was set up and is gone for now can still be let go. */
function BiometricsChoice() {
  const say = useWords(pinWords);
  const { pinLock } = useServices();
  const { isBiometricsSet, isBiometricsAvailable } = usePinLock();
  const [hasFailed, setFailed] = useState(false);
  if (!isBiometricsSet && !isBiometricsAvailable) return null;
  return (
    <>
      <Checkbox
        label={say('biometrics')}
        note={say('biometricsText')}
        checked={isBiometricsSet}
        onChange={(event) => {
          setFailed(false);
          pinLock.setBiometrics(event.target.checked).catch(() => setFailed(true));
        }}
      />
      {hasFailed && (
        <Notice tone="refused" isAlert>
          {say('biometricsFailed')}
        </Notice>
      )}
    </>
  );
}
