import { useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { ERRORS, isErrorName } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { AlertIcon, Card, EmptyState, ErrorState, Skeleton } from '@holdfast/ui';
import type { ReactNode } from 'react';
import { componentWords } from './components.words.ts';
import styles from './components.module.css';

interface Read<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A refusal that asking again does not change. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError &&
  isErrorName(error.code) &&
  ERRORS[error.code].from === 'server' &&
  ERRORS[error.code].retry === 'never';

/** What was read, or grey lines in its place, or why there is nothing. What was read before stays while it is asked anew. */
export function ReadState<T>({ read, children }: { read: Read<T>; children: (data: T) => ReactNode }) {
  const say = useWords(componentWords);
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = read;
  if (data !== undefined) return children(data);
  if (isFinal(error) && error instanceof AppError)
    return (
      <Card role="alert">
        <EmptyState icon={<AlertIcon />} title={errorText(error)} />
      </Card>
    );
  if (error)
    return (
      <Card>
        <ErrorState
          title={say('failed')}
          text={error instanceof AppError ? errorText(error) : undefined}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      </Card>
    );
  return (
    <Card role="status" aria-busy aria-label={say('loading')} className={styles.loading}>
      {[90, 70, 80, 60].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="1.4em" />
      ))}
    </Card>
  );
}
