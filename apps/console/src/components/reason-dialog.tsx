import type { ErrorName } from '@holdfast/contract/errors';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Button, Field, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useState, type ReactNode } from 'react';
import { componentWords } from './components.words.ts';

const REASON_MIN = 4;

interface ReasonDialogProps {
  title: string;
  confirm: string;
  isDangerous?: boolean;
  /** A note may be left out; a reason may not. */
  isOptional?: boolean;
  label?: string;
  shows?: readonly ErrorName[];
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

const SHOWN: readonly ErrorName[] = [
  'NOTHING_CHANGES',
  'REQUEST_OWN',
  'REQUEST_STALE',
  'REQUEST_CLOSED',
  'OPERATOR_NOT_FOUND',
  'OPERATOR_EXISTS',
  'MEMBER_NOT_FOUND',
  'ROLE_NOT_ALLOWED',
  'PARAMETERS_INVALID',
  'RATE_LIMITED',
];

/** Asks why, then does it. A refusal stands beside the question. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    confirm,
    isDangerous,
    isOptional = false,
    label,
    shows = SHOWN,
    onConfirm,
    onClose,
    children,
  } = props;
  const say = useWords(componentWords);
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy, error } = useAction(
    async () => {
      await onConfirm(reason.trim());
      onClose();
    },
    { shows },
  );
  const isShort = !isOptional && reason.trim().length < REASON_MIN;
  return (
    <Sheet
      title={title}
      onClose={isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form="reason" block look={isDangerous ? 'danger' : 'primary'} busy={isBusy}>
          {confirm}
        </Button>
      }
    >
      <form
        id="reason"
        className={stackClass}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!isShort) void run();
        }}
      >
        {children}
        <Field
          label={label ?? say('reason')}
          value={reason}
          maxLength={500}
          hint={isOptional ? undefined : say('reasonHint')}
          error={isAsked && isShort ? say('reasonHint') : undefined}
          onChange={(event) => setReason(event.target.value)}
          data-autofocus
        />
        {error && (
          <Notice tone="refused" isAlert>
            {errorText(error)}
          </Notice>
        )}
      </form>
    </Sheet>
  );
}
