import type { BuiltPath } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { Button, Field, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useDraft } from '#state/use-draft.ts';
import { componentWords } from './components.words.ts';

const REASON_MIN = 4;

interface ReasonCommand {
  /** Names the reason that is typed, so that it is there again after Back or a reload. */
  draft: string;
  /** What is asked anew afterwards. Also after a refusal: what the screen shows is older than what it says. */
  touches?: readonly BuiltPath[];
  shows?: readonly ErrorName[];
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

interface ReasonDialogProps extends ReasonCommand {
  title: string;
  /** Who or what it is done to, behind the title. */
  whom?: string;
  confirm: string;
  isDangerous?: boolean;
  /** What stands above the reason cannot be sent as it is, and says so: nothing happens. */
  isBlocked?: boolean;
  /** Confirming was tried: what is blocked above the reason can say so. */
  onTried?: () => void;
  /** A note may be left out; a reason may not. */
  isOptional?: boolean;
  label?: string;
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
  // What a request would move is not there any more.
  'BALANCE_INSUFFICIENT',
  'PARAMETERS_INVALID',
  'RATE_LIMITED',
];

/** What is typed, and the command that takes it: done, it forgets the text and closes; refused, it keeps both. */
function useReasonCommand({ draft, touches = [], shows = SHOWN, onConfirm, onClose }: ReasonCommand) {
  const [{ reason = '' }, setDraft] = useDraft(draft);
  const refresh = useRefresh();
  const action = useAction(
    async () => {
      try {
        await onConfirm(reason.trim());
      } finally {
        refresh(...touches);
      }
      setDraft({});
      onClose();
    },
    { shows },
  );
  const type = (typed: string) => setDraft(typed === '' ? {} : { reason: typed });
  return { ...action, reason, type };
}

/** Has a sheet begin at the first thing that its form asks: often the reason is the last. */
function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(
    () => form.current?.querySelector('input, select, textarea')?.setAttribute('data-autofocus', ''),
    [],
  );
  return form;
}

/** Asks why, then does it. A refusal stands beside the question. */
export function ReasonDialog({
  title,
  whom,
  confirm,
  isDangerous = false,
  isBlocked = false,
  onTried,
  isOptional = false,
  label,
  children,
  ...command
}: ReasonDialogProps) {
  const say = useWords(componentWords);
  const errorText = useErrorText();
  const { reason, type, run, isBusy, error } = useReasonCommand(command);
  const [isAsked, setAsked] = useState(false);
  const form = useFirstField();
  const isShort = !isOptional && reason.trim().length < REASON_MIN;
  return (
    <Sheet
      title={whom === undefined ? title : say('titled', { what: title, whom })}
      onClose={isBusy ? undefined : command.onClose}
      foot={
        <Button type="submit" form="reason" block look={isDangerous ? 'danger' : 'primary'} busy={isBusy}>
          {confirm}
        </Button>
      }
    >
      <form
        ref={form}
        id="reason"
        className={stackClass}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          onTried?.();
          if (!isShort && !isBlocked) void run();
        }}
      >
        {children}
        <Field
          label={label ?? say('reason')}
          value={reason}
          maxLength={500}
          hint={isOptional ? undefined : say('reasonHint')}
          error={isAsked && isShort ? say('reasonHint') : undefined}
          onChange={(event) => type(event.target.value)}
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
