import { isTransactionCode } from '@holdfast/contract/rules';
import { SecretField } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import stepStyles from '#components/step.module.css';
import { registrationWords } from './registration.words.ts';

interface SecretStepsProps {
  isAgain: boolean;
  first: string;
  onFirst: (digits: string) => void;
  onSame: () => void;
  onDifferent: () => void;
}

/** The code twice: a slip of the thumb must not lock the money away. */
export function SecretSteps({ isAgain, first, onFirst, onSame, onDifferent }: SecretStepsProps) {
  const say = useWords(registrationWords);
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<string>();
  const complete = (entered: string) => {
    setDigits('');
    setError(undefined);
    if (isAgain && entered === first) onSame();
    else if (isAgain) {
      setError(say('secretDifferent'));
      onDifferent();
    } else if (isTransactionCode(entered)) onFirst(entered);
    else setError(say('secretZero'));
  };
  return (
    <>
      <h3 className={stepStyles.heading}>{say('secretTitle')}</h3>
      <p className={stepStyles.text}>{say('secretText')}</p>
      <SecretField
        label={say(isAgain ? 'secretAgain' : 'secret')}
        value={digits}
        error={error}
        onChange={setDigits}
        onComplete={complete}
      />
    </>
  );
}
