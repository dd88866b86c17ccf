import { Button, Dialog } from '@holdfast/ui';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { useWords } from '#platform/i18n/use-words.ts';
import { isCovered } from '#platform/lock/lock.rules.ts';
import { useServices } from '#platform/services.tsx';
import { orderWords } from './order.words.ts';

/** Shorter absences are a glance at a message, not a visit to a bank. */
const AWAY_MS = 15_000;

/** Whoever comes back from a bank app while a payment is due is asked at once whether it is done; after the unlock where there is a lock. */
export function useReturnPrompt(orderId: string, isDue: boolean, onPaid: () => void): ReactNode {
  const say = useWords(orderWords);
  const { drafts, lock } = useServices();
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
      if (isCovered(lock.read()) && !drafts.has(name)) leave();
    };
  }, [orderId, isDue, drafts, lock]);
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
