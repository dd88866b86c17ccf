import type { CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Field, Notice } from '@holdfast/ui';
import { useState } from 'react';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
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

function useDone() {
  const refresh = useRefresh();
  const tell = useToast();
  return (text: string) => {
    tell(text);
    refresh('/operator/security-question/list', '/member/securityquestion/list/{id}');
  };
}

function TextSheet({ question, onClose }: { question: Question | undefined; onClose: () => void }) {
  const say = useWords(questionsWords);
  const { callApi } = useClient();
  const done = useDone();
  const [zhTW, setZhTW] = useState(question?.zhTW ?? '');
  const [en, setEn] = useState(question?.en ?? '');
  const texts = { zhTW: zhTW.trim(), en: en.trim() };
  return (
    <ReasonDialog
      title={say(question ? 'edit' : 'add')}
      confirm={say('confirm')}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (question)
          await callApi('/member/securityquestion/update', {
            input: { id: question.id, ...texts, reason },
          });
        else await callApi('/member/securityquestion/create', { input: { ...texts, reason } });
        done(say(question ? 'edited' : 'added'));
      }}
    >
      {question && <Notice tone="neutral">{say('editNote', { count: question.usedBy })}</Notice>}
      <Field
        label={say('zhTW')}
        value={zhTW}
        maxLength={100}
        onChange={(event) => setZhTW(event.target.value)}
      />
      <Field label={say('en')} value={en} maxLength={100} onChange={(event) => setEn(event.target.value)} />
    </ReasonDialog>
  );
}

function RemoveSheet({ question, onClose }: { question: Question; onClose: () => void }) {
  const say = useWords(questionsWords);
  const { callApi } = useClient();
  const done = useDone();
  return (
    <ReasonDialog
      title={say('remove')}
      whom={question.zhTW}
      confirm={say('remove')}
      isDangerous
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/member/securityquestion/delete', { input: { id: question.id, reason } });
        done(say('removed'));
      }}
    >
      <Notice tone="neutral">{say('removeNote', { count: question.usedBy })}</Notice>
    </ReasonDialog>
  );
}
