import { ERROR_DIALOG_AUTO_CLOSE_MS } from '@holdfast/contract';
import type { AppError } from '@holdfast/kernel';
import { Button, Dialog } from '@holdfast/ui';
import { useEffect, useState } from 'react';
import { endsSession } from '#platform/calls/call-api.ts';
import { toErrorNote, useErrorText } from '#platform/calls/use-error-text.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { useServices, useSettings } from '#platform/services.tsx';
import { asksToClose } from './error-dialog.rules.ts';
import { shellWords } from './shell.words.ts';

/**
 * The global error dialog (spec 2, spec 4): what no screen shows in its own place. It closes itself after 6000 ms when it has
 * no close button and no other dialog is open. An error that ends the session signs out here, and nowhere else.
 */
export function ErrorDialog() {
  const { failures, endSession } = useServices();
  const [shown, setShown] = useState<{ error: AppError; count: number }>();
  useEffect(
    () =>
      failures.subscribe((failure) => {
        setShown((before) => ({ error: failure, count: (before?.count ?? 0) + 1 }));
        if (endsSession(failure)) endSession();
      }),
    [failures, endSession],
  );
  // A second failure is a new dialog, with a time of its own.
  return shown ? <Shown key={shown.count} error={shown.error} onClose={() => setShown(undefined)} /> : null;
}

function Shown({ error, onClose }: { error: AppError; onClose: () => void }) {
  const say = useWords(shellWords);
  const { language } = useSettings();
  const errorText = useErrorText();
  const hasButton = asksToClose(error);
  useEffect(() => {
    if (hasButton) return undefined;
    const timer = setTimeout(() => {
      const others = document.querySelectorAll('[data-mask]').length - 1;
      if (others <= 0) onClose();
    }, ERROR_DIALOG_AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [hasButton, onClose]);
  const isTakeover = error.code === 'NOT_SIGNED_IN' && error.data['reason'] === 'takeover';
  const note = toErrorNote(error, language);
  return (
    <Dialog
      title={say(endsSession(error) ? 'ended' : 'errorTitle')}
      onClose={onClose}
      actions={
        hasButton && (
          <Button look="quiet" onClick={onClose} data-autofocus>
            {say('close')}
          </Button>
        )
      }
    >
      <p>{isTakeover ? say('endedTakeover') : errorText(error)}</p>
      {note && <p>{note}</p>}
    </Dialog>
  );
}
