import { Button } from './button.tsx';
import { AlertIcon } from './first-icons.tsx';
import { useUiWords } from './ui-words.tsx';
import { EmptyState, type StateProps } from './surface.tsx';

/** It could not be loaded: says so, and offers to try again. */
export function ErrorState({
  title,
  text,
  onRetry,
  busy,
}: Omit<StateProps, 'icon' | 'action'> & {
  onRetry: () => void;
  busy?: boolean;
}) {
  const words = useUiWords();
  return (
    <div role="alert">
      <EmptyState
        icon={<AlertIcon />}
        title={title}
        text={text}
        action={
          <Button look="quiet" busy={busy ?? false} onClick={onRetry}>
            {words.retry}
          </Button>
        }
      />
    </div>
  );
}
