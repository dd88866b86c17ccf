import type { CallInput } from '@holdfast/contract/calls';
import { REAL_NAME_REASONS, type RealNameItem } from '@holdfast/contract/member';
import { taipeiDate } from '@holdfast/contract/rules';
import { AppError } from '@holdfast/kernel';
import { Button, Notice, stackClass } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { useRefresh } from '@holdfast/client/queries';
import { inLanguage, useWords } from '@holdfast/client/i18n';
import { Fragment, useEffect, useState, type FormEvent } from 'react';
import { useAccount, useServices, useSettings } from '#state/services.tsx';
import { DraftNote } from '#components/draft-note.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import { IdentityDetails } from './identity-details.tsx';
import { useIdentityProblems } from './identity-problems.ts';
import { PictureItem } from './picture-item.tsx';
import { StatusPill, type RealNameState } from './status-pill.tsx';
import { PICTURES, useIdentityDraft, type IdentityDraft, type PictureName } from './use-identity-draft.ts';
import styles from './real-name.module.css';
import { realNameWords } from './real-name.words.ts';

interface RealNameFormProps {
  state: RealNameState;
  /** Told whether leaving would lose something: what no draft keeps. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** What is to be sent: all of it at first, afterwards what was refused. */
export function RealNameForm({ state, onUnsaved }: RealNameFormProps) {
  const { asks, application } = state;
  const say = useWords(realNameWords);
  const { serverNow } = useServices();
  const draft = useIdentityDraft(application?.decidedAt ?? 'first', application?.document ?? 'national-id');
  const { details, pictures } = draft;
  const [sending, setSending] = useState<readonly PictureName[]>([]);
  const { form, wasTried, noteTry } = useFaultFocus();
  const today = taipeiDate(serverNow());
  const asksDetails = asks.includes('details');
  const problems = useIdentityProblems(details, today).filter(() => asksDetails);
  const asked = PICTURES.filter((item) => asks.includes(item));
  const awaited = asked.filter((item) => pictures[item] === undefined);
  const send = useSend(asks, draft);
  const isUnsaved = (asksDetails && details.number !== '') || sending.length > 0;
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  useEffect(() => () => onUnsaved(false), [onUnsaved]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (problems.length + awaited.length === 0) void send.run();
  };
  const isFirst = application === null || application.refusals.length === 0;
  const reasonOf = (item: RealNameItem) => <Reason state={state} item={item} />;
  return (
    <form ref={form} className={stackClass} onSubmit={submit} noValidate>
      <StatusPill status={state.status} />
      <p>{say(isFirst ? 'intro' : 'refused')}</p>
      {draft.isRestored && (
        <DraftNote onClear={draft.forget}>{asksDetails && say('typeNumberAgain')}</DraftNote>
      )}
      {asksDetails && (
        <IdentityDetails
          details={details}
          onChange={draft.putDetails}
          mayChangeDocument={asks.includes('front') && asks.includes('back')}
          reason={reasonOf('details')}
          errorOf={(field) => (wasTried ? problems.find((one) => one.field === field)?.text : undefined)}
          today={today}
        />
      )}
      {asked.map((item) => (
        <PictureItem
          key={item}
          item={item}
          picture={pictures[item]}
          reason={reasonOf(item)}
          onPicture={(picture) => draft.putPicture(item, picture)}
          onSending={(isSending) =>
            setSending((before) => [...before.filter((one) => one !== item), ...(isSending ? [item] : [])])
          }
        />
      ))}
      <p className={styles.note}>{say('privacy')}</p>
      {wasTried && <LeftToDo problems={problems} awaited={awaited} sending={sending} />}
      <Refusal error={send.error} />
      <Button type="submit" block large busy={send.isBusy}>
        {say(isFirst ? 'send' : 'sendAgain')}
      </Button>
    </form>
  );
}

interface LeftToDoProps {
  problems: ReturnType<typeof useIdentityProblems>;
  awaited: readonly PictureName[];
  sending: readonly PictureName[];
}

/** Why nothing was sent: what is wrong, what is not there, and what is still on its way. */
function LeftToDo({ problems, awaited, sending }: LeftToDoProps) {
  const say = useWords(realNameWords);
  const list = (items: readonly (PictureName | 'name' | 'number' | 'bornOn')[]) =>
    items.map((item) => say(item)).join(say('comma'));
  const fields = (isMissing: boolean) =>
    problems.filter((one) => one.isMissing === isMissing).map(({ field }) => field);
  const missing = [...fields(true), ...awaited.filter((item) => !sending.includes(item))];
  const lines = [
    ...(fields(false).length > 0 ? [say('wrong', { items: list(fields(false)) })] : []),
    ...(missing.length > 0 ? [say('missing', { items: list(missing) })] : []),
    ...(sending.length > 0 ? [say('underWay', { items: list(sending) })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <Notice tone="refused" isAlert>
      {lines.map((line, index) => (
        <Fragment key={line}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Notice>
  );
}

/** Why an item is asked for again: in the words that the reviewer chose, or because its time was over. */
function Reason({ state: { application }, item }: { state: RealNameState; item: RealNameItem }) {
  const say = useWords(realNameWords);
  const { language } = useSettings();
  if (!application || application.refusals.length === 0) return null;
  const refusal = application.refusals.find((one) => one.item === item);
  if (!refusal) return <Notice tone="held">{say('deleted')}</Notice>;
  return <Notice tone="refused">{inLanguage(REAL_NAME_REASONS[refusal.reason], language)}</Notice>;
}

function useSend(
  asks: readonly RealNameItem[],
  { details, pictures, forget, forgetPictures }: IdentityDraft,
) {
  const say = useWords(realNameWords);
  const { callApi } = useServices();
  const account = useAccount();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      const input: CallInput<'/member/real-name/upload-auth/{account}'> = {
        ...(asks.includes('details') && { details }),
        ...Object.fromEntries(
          PICTURES.flatMap((item) =>
            asks.includes(item) && pictures[item] ? [[item, pictures[item].fileId] as const] : [],
          ),
        ),
      };
      try {
        await callApi('/member/real-name/upload-auth/{account}', { params: { account }, input });
      } catch (error) {
        // Pictures that nobody has sent off are swept after a day: a draft may be older.
        if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') forgetPictures();
        throw error;
      }
      forget();
      refresh('/member/real-name/status/{account}', '/member/info/{account}');
      showToast(say('sent'));
    },
    { shows: ['REAL_NAME_INVALID', 'REAL_NAME_NOT_EDITABLE', 'FILE_NOT_FOUND'] },
  );
}
