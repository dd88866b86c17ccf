import type { ReplyTemplate } from '@holdfast/contract/calls';
import { MESSAGE_LENGTH_MAX } from '@holdfast/contract/rules';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Button, LongField, Notice, SelectField, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useDraft } from '#state/use-draft.ts';
import { threadWords } from './thread.words.ts';
import { CASE_PATHS } from './use-case.ts';

/** Writes to both sides of the order: out of a template, in both languages, or in one's own words. Nothing is sent before it stands here. */
export function Answer({ id }: { id: string }) {
  const say = useWords(threadWords);
  const errorText = useErrorText();
  const { callApi } = useClient();
  const refresh = useRefresh();
  const [draft, setDraft] = useDraft(`answer ${id}`);
  const { text = '', en = '' } = draft;
  const put = (change: { text?: string; en?: string }) => {
    const all = Object.entries({ text, en, ...change }).filter(([, typed]) => typed !== '');
    setDraft(Object.fromEntries(all));
  };
  const { run, isBusy, error } = useAction(
    async () => {
      const english = en.trim();
      await callApi('/operator/case/say/{id}', {
        params: { id },
        input: { text: text.trim(), ...(english !== '' && { en: english }) },
      });
      setDraft({});
      refresh(...CASE_PATHS, '/operator/case/thread', '/operator/case/detail/{id}');
    },
    { shows: ['CASE_CLAIM_NEEDED', 'MESSAGE_INVALID', 'ORDER_NOT_FOUND', 'RATE_LIMITED'] },
  );
  return (
    <form
      className={stackClass}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void run();
      }}
    >
      <Templates
        isTyped={text !== '' || en !== ''}
        onChosen={(reply) => put({ text: reply.zhTW, en: reply.en })}
      />
      <LongField
        label={say('answer')}
        hint={say('answerHint')}
        rows={3}
        value={text}
        maxLength={MESSAGE_LENGTH_MAX}
        onChange={(event) => put({ text: event.target.value })}
      />
      <LongField
        label={say('english')}
        hint={say('englishHint')}
        rows={3}
        value={en}
        maxLength={MESSAGE_LENGTH_MAX}
        onChange={(event) => put({ en: event.target.value })}
      />
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <Button type="submit" look="quiet" busy={isBusy}>
        {say('send')}
      </Button>
    </form>
  );
}

/** Puts a template into the fields. What somebody has typed is replaced only when they say so. */
function Templates({ isTyped, onChosen }: { isTyped: boolean; onChosen: (reply: ReplyTemplate) => void }) {
  const say = useWords(threadWords);
  const { data = [] } = usePages('/operator/reply-template/list', {});
  const [asked, setAsked] = useState<ReplyTemplate>();
  if (data.length === 0) return null;
  const take = (reply: ReplyTemplate) => {
    onChosen(reply);
    setAsked(undefined);
  };
  return (
    <>
      <SelectField
        label={say('template')}
        value={asked?.id ?? ''}
        onChange={(event) => {
          const reply = data.find((each) => each.id === event.target.value);
          if (!reply) return setAsked(undefined);
          return isTyped ? setAsked(reply) : take(reply);
        }}
      >
        <option value="">{say('chooseTemplate')}</option>
        {data.map((reply) => (
          <option key={reply.id} value={reply.id}>
            {reply.name}
          </option>
        ))}
      </SelectField>
      {asked && (
        <Button look="quiet" onClick={() => take(asked)}>
          {say('replaceTyped', { name: asked.name })}
        </Button>
      )}
    </>
  );
}
