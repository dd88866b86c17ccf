import { AppError } from '@holdfast/kernel';
import { Card, ErrorState } from '@holdfast/ui';
import { errorEntry, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { sharedWords } from './components.words.ts';

interface FailedRead {
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** A reason that helps whoever reads it. What is reported to us instead is full of a machine's words. */
function isTelling(error: unknown): error is AppError {
  return error instanceof AppError && errorEntry(error.code)?.report === false;
}

/** In the place of what could not be read: says so and why, and asks again. */
export function ReadFailed({ read }: { read: FailedRead }) {
  const say = useWords(sharedWords);
  const errorText = useErrorText();
  return (
    <Card>
      <ErrorState
        title={say('failed')}
        text={isTelling(read.error) ? errorText(read.error) : undefined}
        onRetry={() => void read.refetch()}
        busy={read.isFetching}
      />
    </Card>
  );
}
