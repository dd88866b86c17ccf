import { errorText, PIN_LENGTH } from '@holdfast/contract';
import { SecretField } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '#platform/i18n/use-words.ts';
import { useServices, useSettings } from '#platform/services.tsx';
import { Focused } from './focused.tsx';
import { pinWords } from './pin.words.ts';

/** Asks for the present PIN. Tries count as they do at the lock, which closes when there were too many. */
export function AskPin({ onProved }: { onProved: () => Promise<void> | void }) {
  const say = useWords(pinWords);
  const { lock } = useServices();
  const { language } = useSettings();
  const [digits, setDigits] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const prove = async (pin: string) => {
    setBusy(true);
    const isRight = await lock.prove(pin);
    if (isRight) return onProved();
    setBusy(false);
    setDigits('');
    setWrong(true);
  };
  return (
    <Focused>
      <SecretField
        label={say('current')}
        length={PIN_LENGTH}
        note={isBusy ? say('working') : undefined}
        error={isWrong && !isBusy ? errorText('PIN_WRONG', {}, language === 'en' ? 'en' : 'zhTW') : undefined}
        value={digits}
        busy={isBusy}
        onChange={(next) => {
          setWrong(false);
          setDigits(next);
        }}
        onComplete={(pin) => void prove(pin)}
      />
    </Focused>
  );
}
