import type { ErrorName } from '@holdfast/contract/errors';
import { Notice, type Tone } from '@holdfast/ui';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { MEMBER_READS } from './touched.ts';

/** What is done to a member for a reason and needs nothing else: it says what will happen, and then what has. */
export function NoteSheet({
  account,
  title,
  confirm = title,
  note,
  tone = 'neutral',
  isDangerous = false,
  shows,
  act,
  onClose,
}: {
  account: string;
  title: string;
  confirm?: string;
  note: string;
  tone?: Tone;
  isDangerous?: boolean;
  shows?: readonly ErrorName[];
  /** Answers what is to be told. */
  act: (reason: string) => Promise<string>;
  onClose: () => void;
}) {
  const tell = useToast();
  return (
    <ReasonDialog
      title={title}
      draft={`why ${title} ${account}`}
      whom={account}
      confirm={confirm}
      isDangerous={isDangerous}
      {...(shows && { shows })}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => tell(await act(reason))}
    >
      <Notice tone={tone}>{note}</Notice>
    </ReasonDialog>
  );
}
