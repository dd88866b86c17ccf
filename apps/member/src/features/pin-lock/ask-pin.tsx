import { catalogueText } from '@holdfast/client/calls';
import { PIN_LENGTH } from '@holdfast/contract/constants';
import { SecretField } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { Focused } from './focused.tsx';
import { pinWords } from './pin.words.ts';

/** Asks for the present PIN. Tries count as they do at the lock, which closes when there were too many. */
export function AskPin({ onProved }: { onProved: () => Promise<void> }) {
  const say = useWords(pinWords);
  const { pinLock } = useServices();
  const { language } = useSettings();
  const [digits, setDigits] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<'wrong' | 'failed'>();
  const refuse = (because: 'wrong' | 'failed') => {
    setBusy(false);
    setDigits('');
    setRefusal(because);
  };
  const prove = async (pin: string) => {
    setBusy(true);
    setRefusal(undefined);
    if (await pinLock.prove(pin)) await onProved().catch(() => refuse('failed'));
    else refuse('wrong');
  };
  const texts = {
    wrong: catalogueText('PIN_WRONG', language),
    failed: say('failed'),
  };
  return (
    <Focused>
      <SecretField
        label={say('current')}
        length={PIN_LENGTH}
        note={isBusy ? say('working') : undefined}
        error={refusal && texts[refusal]}
        value={digits}
        busy={isBusy}
        onChange={(next) => {
          setRefusal(undefined);
          setDigits(next);
        }}
        onComplete={(pin) => void prove(pin)}
      />
    </Focused>
  );
}
