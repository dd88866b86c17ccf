import type { CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Field, Notice } from '@holdfast/ui';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useDraft } from '#state/use-draft.ts';
import { questionsWords } from './questions.words.ts';

export type Question = CallOutput<'/member/securityquestion/list/{id}'>;
export type QuestionSheet =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'remove'; readonly question: Question };

/** The sheet that is open. */
export function Sheet({ sheet, onClose }: { sheet: QuestionSheet; onClose: () => void }) {
  if (sheet.kind === 'remove') return <RemoveSheet question={sheet.question} onClose={onClose} />;
  return <TextSheet question={sheet.kind === 'edit' ? sheet.question : undefined} onClose={onClose} />;
}

const TOUCHED = ['/operator/security-question/list', '/member/securityquestion/list/{id}'] as const;

function TextSheet({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  const say = useWords(questionsWords);
  const { callApi } = useClient();
  const tell = useToast();
  const name = `question ${question?.id ?? 'new'}`;
  const [draft, setDraft] = useDraft(name);
  const { zhTW = question?.zhTW ?? '', en = question?.en ?? '' } = draft;
  const texts = { zhTW: zhTW.trim(), en: en.trim() };
  return (
    <ReasonDialog
      title={say(question ? 'edit' : 'add')}
      draft={`why ${name}`}
      confirm={say('confirm')}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (question)
          await callApi('/member/securityquestion/update', {
            input: { id: question.id, ...texts, reason },
          });
        else await callApi('/member/securityquestion/create', { input: { ...texts, reason } });
        setDraft({});
        tell(say(question ? 'edited' : 'added'));
      }}
    >
      {question && <Notice tone="neutral">{say('editNote', { count: question.usedBy })}</Notice>}
      <Field
        label={say('zhTW')}
        value={zhTW}
        maxLength={100}
        onChange={(event) => setDraft({ ...draft, zhTW: event.target.value })}
      />
      <Field
        label={say('en')}
        value={en}
        maxLength={100}
        onChange={(event) => setDraft({ ...draft, en: event.target.value })}
      />
    </ReasonDialog>
  );
}

function RemoveSheet({ question, onClose }: { question: Question; onClose: () => void }) {
  const say = useWords(questionsWords);
  const { callApi } = useClient();
  const tell = useToast();
  return (
    <ReasonDialog
      title={say('remove')}
      draft={`why remove question ${question.id}`}
      whom={question.zhTW}
      confirm={say('remove')}
      isDangerous
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/member/securityquestion/delete', { input: { id: question.id, reason } });
        tell(say('removed'));
      }}
    >
      <Notice tone="neutral">{say('removeNote', { count: question.usedBy })}</Notice>
    </ReasonDialog>
  );
}
