import { SecretField, Sheet } from '@holdfast/ui';
import { useState } from 'react';
import type { Action } from '../calls/use-action.ts';
import { useErrorText } from '../calls/use-error-text.ts';
import { useWords } from '../i18n/use-words.ts';
import { shownWords } from './shown.words.ts';

/** The errors of a transaction secret belong to its sheet; an action run from here lists them among those it shows. */
export const SECRET_ERRORS = ['TRANSACTION_SECRET_WRONG', 'TRANSACTION_SECRET_LOCKED'] as const;

/** Asks the transaction secret for one action, and runs it with the sixth digit. A wrong one is asked again. */
export function SecretSheet({
  purpose,
  action,
  onClose,
}: {
  /** What will happen, as a sentence: nobody should type a secret without knowing what for. */
  purpose: string;
  action: Action<[secret: string]>;
  onClose: () => void;
}) {
  const say = useWords(shownWords);
  const errorText = useErrorText();
  const [digits, setDigits] = useState('');
  return (
    <Sheet title={say('secretTitle')} onClose={action.isBusy ? undefined : onClose}>
      <SecretField
        label={say('secretLabel')}
        note={action.isBusy ? say('secretBusy') : purpose}
        error={action.error && errorText(action.error)}
        value={digits}
        busy={action.isBusy}
        onChange={setDigits}
        onComplete={(secret) => {
          void action.run(secret).finally(() => setDigits(''));
        }}
      />
    </Sheet>
  );
}
