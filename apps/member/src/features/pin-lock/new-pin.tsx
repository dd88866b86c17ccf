import { PIN_LENGTH } from '@holdfast/contract/constants';
import { Button, Notice, SecretField, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { isWeakPin } from '#state/pin-lock/pin-lock.rules.ts';
import { useServices } from '#state/services.tsx';
import { Focused } from './focused.tsx';
import { pinWords } from './pin.words.ts';

type Step = 'first' | 'weak' | 'again';

/** A new PIN, twice. One that others would try first is warned about; whoever wants it anyway may have it. */
export function NewPin({ onDone }: { onDone: () => void }) {
  const say = useWords(pinWords);
  const { pinLock } = useServices();
  const [step, setStep] = useState<Step>('first');
  const [first, setFirst] = useState('');
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<'different' | 'failed'>();
  const [isBusy, setBusy] = useState(false);
  const restart = (because?: 'different' | 'failed') => {
    setFirst('');
    setDigits('');
    setError(because);
    setStep('first');
  };
  const complete = async (pin: string) => {
    setError(undefined);
    setDigits('');
    if (step === 'first') {
      setFirst(pin);
      setStep(isWeakPin(pin) ? 'weak' : 'again');
    } else if (pin === first) {
      setBusy(true);
      await pinLock.setPin(pin).then(onDone, () => restart('failed'));
      setBusy(false);
    } else restart('different');
  };
  if (step === 'weak')
    return (
      <Focused key={step} className={stackClass}>
        <h3>{say('weakTitle')}</h3>
        <Notice tone="held" isAlert>
          {say('weakText')}
        </Notice>
        <Button block large onClick={() => restart()} data-autofocus>
          {say('another')}
        </Button>
        <Button look="quiet" block onClick={() => setStep('again')}>
          {say('useAnyway')}
        </Button>
      </Focused>
    );
  return (
    <Focused key={step}>
      <SecretField
        label={say(step === 'first' ? 'newPin' : 'repeatPin')}
        length={PIN_LENGTH}
        note={isBusy ? say('working') : undefined}
        error={error && say(error)}
        value={digits}
        busy={isBusy}
        onChange={(next) => {
          setError(undefined);
          setDigits(next);
        }}
        onComplete={(pin) => void complete(pin)}
      />
    </Focused>
  );
}
