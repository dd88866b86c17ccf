import type { AppError } from '@holdfast/kernel';
import { Notice } from '@holdfast/ui';
import { useErrorText } from '@holdfast/client/calls';

/** The refusal of an action in its own place, read out at once. */
export function Refusal({ error }: { error: AppError | undefined }) {
  const errorText = useErrorText();
  return error ? (
    <Notice tone="refused" isAlert>
      {errorText(error)}
    </Notice>
  ) : null;
}
