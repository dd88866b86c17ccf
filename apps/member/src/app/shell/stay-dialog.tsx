import { Button, Dialog } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { stayWords } from './stay.words.ts';

/** A minute before nobody seems to be there any more: whoever is says so, and nothing is lost. Any touch says it too. */
export function StayDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const say = useWords(stayWords);
  return (
    <Dialog
      title={say('title')}
      onClose={onStay}
      actions={
        <Button block onClick={onStay} data-autofocus>
          {say('stay')}
        </Button>
      }
    >
      <p>{say('text')}</p>
      <p role="timer">{say('left', { seconds: secondsLeft })}</p>
    </Dialog>
  );
}
