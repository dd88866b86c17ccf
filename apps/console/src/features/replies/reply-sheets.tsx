import type { ReplyTemplate } from '@holdfast/contract/calls';
import { REPLY_NAME_MAX } from '@holdfast/contract/operators';
import { MESSAGE_LENGTH_MAX } from '@holdfast/contract/rules';
import { useWords } from '@holdfast/client/i18n';
import { usePages, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Button, Field, LongField, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { ReadState } from '#components/read-state.tsx';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useWhen } from '#components/use-when.ts';
import { useDraft } from '#state/use-draft.ts';
import styles from './replies.module.css';
import { repliesWords } from './replies.words.ts';

export type ReplySheet =
  | { readonly kind: 'text'; readonly reply: ReplyTemplate | undefined }
  | { readonly kind: 'offer' | 'history'; readonly reply: ReplyTemplate };

const SHOWS = [
  'REPLY_NOT_FOUND',
  'REPLY_CHANGED',
  'REPLY_NAME_TAKEN',
  'REPLIES_FULL',
  'MESSAGE_INVALID',
  'NOTHING_CHANGES',
  'RATE_LIMITED',
] as const;

function useSave() {
  const { callApi } = useClient();
  const refresh = useRefresh();
  return async (
    reply: ReplyTemplate | undefined,
    texts: Pick<ReplyTemplate, 'name' | 'zhTW' | 'en' | 'isOffered'>,
    reason: string,
  ) => {
    const { name, zhTW, en, isOffered } = texts;
    await callApi('/operator/reply-template/save', {
      input: {
        ...(reply && { id: reply.id, version: String(reply.version) }),
        name,
        zhTW,
        en,
        offered: isOffered ? '1' : '0',
        reason,
      },
    });
    refresh('/operator/reply-template/list', '/operator/reply-template/history');
  };
}

/** The sheet that is open. */
export function OpenSheet({ sheet, onClose }: { sheet: ReplySheet; onClose: () => void }) {
  if (sheet.kind === 'history') return <HistorySheet reply={sheet.reply} onClose={onClose} />;
  if (sheet.kind === 'offer') return <OfferSheet reply={sheet.reply} onClose={onClose} />;
  return <TextSheet reply={sheet.reply} onClose={onClose} />;
}

function TextSheet({ reply, onClose }: { reply: ReplyTemplate | undefined; onClose: () => void }) {
  const say = useWords(repliesWords);
  const tell = useToast();
  const save = useSave();
  const [draft, setDraft] = useDraft(`reply ${reply?.id ?? 'new'}`);
  const [isAsked, setAsked] = useState(false);
  const texts = {
    name: draft['name'] ?? reply?.name ?? '',
    zhTW: draft['zhTW'] ?? reply?.zhTW ?? '',
    en: draft['en'] ?? reply?.en ?? '',
  };
  const put = (change: Partial<typeof texts>) => setDraft({ ...texts, ...change });
  const isComplete = Object.values(texts).every((text) => text.trim() !== '');
  return (
    <ReasonDialog
      title={say(reply ? 'edit' : 'add')}
      {...(reply && { whom: reply.name })}
      confirm={say('save')}
      isBlocked={!isComplete}
      draft={`reply reason ${reply?.id ?? 'new'}`}
      shows={SHOWS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await save(reply, { ...texts, isOffered: reply?.isOffered ?? true }, reason);
        setDraft({});
        tell(say('saved'));
      }}
    >
      <Field
        label={say('name')}
        value={texts.name}
        maxLength={REPLY_NAME_MAX}
        error={isAsked && !isComplete ? say('incomplete') : undefined}
        onBlur={() => setAsked(true)}
        onChange={(event) => put({ name: event.target.value })}
      />
      <LongField
        label={say('zhTW')}
        value={texts.zhTW}
        maxLength={MESSAGE_LENGTH_MAX}
        onChange={(event) => put({ zhTW: event.target.value })}
      />
      <LongField
        label={say('en')}
        value={texts.en}
        maxLength={MESSAGE_LENGTH_MAX}
        onChange={(event) => put({ en: event.target.value })}
      />
    </ReasonDialog>
  );
}

/** Takes one out of use, or back into it. */
function OfferSheet({ reply, onClose }: { reply: ReplyTemplate; onClose: () => void }) {
  const say = useWords(repliesWords);
  const tell = useToast();
  const save = useSave();
  const act = reply.isOffered ? 'retire' : 'offer';
  return (
    <ReasonDialog
      title={say(act)}
      whom={reply.name}
      confirm={say(act)}
      shows={SHOWS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await save(reply, { ...reply, isOffered: !reply.isOffered }, reason);
        tell(say(reply.isOffered ? 'retiredDone' : 'offeredDone'));
      }}
    >
      <p className={styles.text}>{reply.zhTW}</p>
    </ReasonDialog>
  );
}

/** What it was, who has changed it and when. */
function HistorySheet({ reply: { id, name }, onClose }: { reply: ReplyTemplate; onClose: () => void }) {
  const say = useWords(repliesWords);
  const when = useWhen();
  const list = usePages('/operator/reply-template/history', { id });
  return (
    <Sheet title={`${say('history')} · ${name}`} onClose={onClose}>
      <ReadState read={list}>
        {(versions) => (
          <ol className={styles.list} aria-label={say('history')}>
            {versions.map((each) => (
              <li key={each.version} className={stackClass}>
                <b>{each.name}</b>
                <small className={componentStyles.quiet}>
                  {say('changed', {
                    version: each.version,
                    who: each.changedBy.replace(/@.*$/, ''),
                    when: when(each.changedAt),
                  })}{' '}
                  · {say(each.isOffered ? 'inUse' : 'retired')}
                </small>
                <p className={styles.text}>{each.zhTW}</p>
                <p className={styles.text}>{each.en}</p>
              </li>
            ))}
          </ol>
        )}
      </ReadState>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('moreVersions')}
        </Button>
      )}
    </Sheet>
  );
}
