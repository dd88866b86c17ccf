import { Button, Dialog } from '@holdfast/ui';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { isCovered } from '#state/pin-lock/pin-lock.rules.ts';
import { useServices } from '#state/services.tsx';
import { ordersWords } from './orders.words.ts';

/** Shorter absences are a glance at a message, not a visit to a bank. */
const AWAY_MS = 15_000;

/** Whoever comes back from a bank app while a payment is due is asked at once whether it is done; after the unlock where there is a lock. */
export function useReturnPrompt(orderId: string, isDue: boolean, onPaid: () => void): ReactNode {
  const say = useWords(ordersWords);
  const { drafts, pinLock } = useServices();
  const [isAsking, setAsking] = useState(false);
  useLayoutEffect(() => {
    if (!isDue) return undefined;
    const name = `away ${orderId}`;
    const leave = () => drafts.set(name, Date.now());
    const comeBack = () => {
      const leftAt = drafts.get(name);
      drafts.delete(name);
      if (typeof leftAt === 'number' && Date.now() - leftAt >= AWAY_MS) setAsking(true);
    };
    const follow = () => (document.hidden ? leave() : comeBack());
    comeBack();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      // The lock takes the room away before it could hear that nobody looks at it; after a grace it has heard.
      if (isCovered(pinLock.read()) && !drafts.has(name)) leave();
    };
  }, [orderId, isDue, drafts, pinLock]);
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
