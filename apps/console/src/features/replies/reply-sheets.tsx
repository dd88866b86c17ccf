import type { ReplyTemplate } from '@holdfast/contract/calls';
import { REPLY_NAME_MAX } from '@holdfast/contract/operators';
import { MESSAGE_LENGTH_MAX } from '@holdfast/contract/rules';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Button, Field, LongField, Notice, Sheet, stackClass } from '@holdfast/ui';
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
  | { readonly kind: 'add' }
  /** The template as it was when the sheet was opened. */
  | { readonly kind: 'text' | 'offer' | 'history'; readonly reply: ReplyTemplate };

const SHOWS = [
  'REPLY_NOT_FOUND',
  'REPLY_CHANGED',
  'REPLY_NAME_TAKEN',
  'REPLIES_FULL',
  'MESSAGE_INVALID',
  'NOTHING_CHANGES',
  'RATE_LIMITED',
] as const;

const TOUCHED = ['/operator/reply-template/list', '/operator/reply-template/history'] as const;

function useSave() {
  const { callApi } = useClient();
  return async (
    /** From which text it was changed: the server refuses it when a colleague has changed it since. */
    of: { readonly id: string; readonly version: string } | undefined,
    texts: Pick<ReplyTemplate, 'name' | 'zhTW' | 'en' | 'isOffered'>,
    reason: string,
  ) => {
    const { name, zhTW, en, isOffered } = texts;
    await callApi('/operator/reply-template/save', {
      input: { ...of, name, zhTW, en, offered: isOffered ? '1' : '0', reason },
    });
  };
}

interface SheetProps {
  reply: ReplyTemplate;
  /** It left the list while the sheet was open: a colleague took it out of use, or back into it. */
  isGone: boolean;
  onClose: () => void;
}

/** The sheet that is open, over what the list says today of the template that it was opened for. */
export function OpenSheet({
  sheet,
  replies,
  onClose,
}: {
  sheet: ReplySheet;
  replies: readonly ReplyTemplate[];
  onClose: () => void;
}) {
  if (sheet.kind === 'add') return <TextSheet onClose={onClose} />;
  const today = replies.find(({ id }) => id === sheet.reply.id);
  const props = { reply: today ?? sheet.reply, isGone: today === undefined, onClose };
  if (sheet.kind === 'history') return <HistorySheet {...props} />;
  return sheet.kind === 'offer' ? <OfferSheet {...props} /> : <TextSheet {...props} />;
}

const TEXTS = ['name', 'zhTW', 'en'] as const;
type Texts = Readonly<Record<(typeof TEXTS)[number], string>>;

/** What is typed and the version that it began from; until something is typed, what the template says. */
function useTexts(reply: ReplyTemplate | undefined) {
  const [draft, setDraft] = useDraft(`reply ${reply?.id ?? 'new'}`);
  const texts: Texts = {
    name: draft['name'] ?? reply?.name ?? '',
    zhTW: draft['zhTW'] ?? reply?.zhTW ?? '',
    en: draft['en'] ?? reply?.en ?? '',
  };
  const version = draft['version'] ?? (reply && String(reply.version));
  return {
    texts,
    version,
    put: (change: Partial<Texts>) =>
      setDraft({ ...texts, ...change, ...(version !== undefined && { version }) }),
    /** Looked at beside what a colleague has written since: it takes the place of that. */
    keep: () => setDraft({ ...texts, ...(reply && { version: String(reply.version) }) }),
    forget: () => setDraft({}),
  };
}

function TextSheet({ reply, isGone = false, onClose }: Partial<SheetProps> & Pick<SheetProps, 'onClose'>) {
  const say = useWords(repliesWords);
  const tell = useToast();
  const save = useSave();
  const { texts, version, put, keep, forget } = useTexts(reply);
  const [isTried, setTried] = useState(false);
  const isComplete = TEXTS.every((each) => texts[each].trim() !== '');
  const needs = (each: keyof Texts) => (isTried && texts[each].trim() === '' ? say('missing') : undefined);
  return (
    <ReasonDialog
      title={say(reply ? 'edit' : 'add')}
      {...(reply && { whom: reply.name })}
      confirm={say('save')}
      isBlocked={!isComplete || isGone}
      onTried={() => setTried(true)}
      draft={`reply reason ${reply?.id ?? 'new'}`}
      touches={TOUCHED}
      shows={SHOWS}
      onClose={onClose}
      onConfirm={async (reason) => {
        const of = reply && version !== undefined ? { id: reply.id, version } : undefined;
        await save(of, { ...texts, isOffered: reply?.isOffered ?? true }, reason);
        forget();
        tell(say('saved'));
      }}
    >
      {isGone && <Gone />}
      {reply && !isGone && version !== String(reply.version) && (
        <Newer reply={reply} onStart={forget} onKeep={keep} />
      )}
      <Field
        label={say('name')}
        value={texts.name}
        maxLength={REPLY_NAME_MAX}
        error={needs('name')}
        onChange={(event) => put({ name: event.target.value })}
      />
      <LongField
        label={say('zhTW')}
        value={texts.zhTW}
        maxLength={MESSAGE_LENGTH_MAX}
        error={needs('zhTW')}
        onChange={(event) => put({ zhTW: event.target.value })}
      />
      <LongField
        label={say('en')}
        value={texts.en}
        maxLength={MESSAGE_LENGTH_MAX}
        error={needs('en')}
        onChange={(event) => put({ en: event.target.value })}
      />
    </ReasonDialog>
  );
}

function Gone() {
  const say = useWords(repliesWords);
  return (
    <Notice tone="held" isAlert>
      {say('gone')}
    </Notice>
  );
}

/** A colleague has changed what the typed text began from: what it says today, and which of the two it is to be. */
function Newer({
  reply,
  onStart,
  onKeep,
}: {
  reply: ReplyTemplate;
  onStart: () => void;
  onKeep: () => void;
}) {
  const say = useWords(repliesWords);
  const when = useWhen();
  const { name, zhTW, en, version, changedBy, changedAt } = reply;
  return (
    <>
      <Notice tone="held" isAlert>
        {say('newer', { version, who: changedBy.replace(/@.*$/, ''), when: when(changedAt) })}
      </Notice>
      <div className={stackClass}>
        <b>{name}</b>
        <p className={styles.text}>{zhTW}</p>
        <p className={styles.text} lang="en">
          {en}
        </p>
        <Button look="quiet" onClick={onKeep}>
          {say('keepMine')}
        </Button>
        <Button look="quiet" onClick={onStart}>
          {say('startFromIt')}
        </Button>
      </div>
    </>
  );
}

/** Takes one out of use, or back into it. */
function OfferSheet({ reply, isGone, onClose }: SheetProps) {
  const say = useWords(repliesWords);
  const tell = useToast();
  const save = useSave();
  const { id, version, isOffered } = reply;
  const act = isOffered ? 'retire' : 'offer';
  return (
    <ReasonDialog
      title={say(act)}
      whom={reply.name}
      confirm={say(act)}
      isBlocked={isGone}
      draft={`offer reply ${id}`}
      touches={TOUCHED}
      shows={SHOWS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await save({ id, version: String(version) }, { ...reply, isOffered: !isOffered }, reason);
        tell(say(isOffered ? 'retiredDone' : 'offeredDone'));
      }}
    >
      {isGone && <Gone />}
      <p className={styles.text}>{reply.zhTW}</p>
    </ReasonDialog>
  );
}

/** What it was, who has changed it and when. */
function HistorySheet({ reply: { id, name }, onClose }: Pick<SheetProps, 'reply' | 'onClose'>) {
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
