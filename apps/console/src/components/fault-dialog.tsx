import { endsSession, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import type { AppError } from '@holdfast/kernel';
import { Button, Dialog } from '@holdfast/ui';
import { useEffect, useState } from 'react';
import { useServices } from '#state/services.tsx';
import { componentWords } from './components.words.ts';

/** Says what no screen shows in a place of its own: a network that is gone, a fault of the server. The end of a session is told elsewhere. */
export function FaultDialog() {
  const say = useWords(componentWords);
  const errorText = useErrorText();
  const { failures } = useServices();
  const [fault, setFault] = useState<AppError>();
  useEffect(
    () =>
      failures.subscribe((error) => {
        if (!endsSession(error)) setFault(error);
      }),
    [failures],
  );
  if (!fault) return null;
  const close = () => setFault(undefined);
  return (
    <Dialog
      title={say('failedAction')}
      onClose={close}
      actions={
        <Button look="quiet" onClick={close} data-autofocus>
          {say('close')}
        </Button>
      }
    >
      <p>{errorText(fault)}</p>
    </Dialog>
  );
}
