import { Button, Dialog } from '@holdfast/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWords } from '#platform/i18n/use-words.ts';
import { orderWords } from './order.words.ts';

/** Shorter absences are a glance at a message, not a visit to a bank. */
const AWAY_MS = 15_000;

/** Whoever comes back from a bank app while a payment is due is asked at once whether it is done. */
export function useReturnPrompt(isDue: boolean, onPaid: () => void): ReactNode {
  const say = useWords(orderWords);
  const [isAsking, setAsking] = useState(false);
  const leftAt = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (!isDue) return undefined;
    const follow = () => {
      if (document.hidden) leftAt.current = Date.now();
      else if (leftAt.current !== undefined && Date.now() - leftAt.current >= AWAY_MS) setAsking(true);
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [isDue]);
  if (!isDue || !isAsking) return null;
  return (
    <Dialog
      title={say('returned')}
      onClose={() => setAsking(false)}
      actions={
        <>
          <Button look="quiet" onClick={() => setAsking(false)}>
            {say('notYet')}
          </Button>
          <Button
            onClick={() => {
              setAsking(false);
              onPaid();
            }}
          >
            {say('paid')}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}
