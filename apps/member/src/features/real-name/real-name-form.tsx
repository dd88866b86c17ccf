import type { CallInput } from '@holdfast/contract/calls';
import { REAL_NAME_REASONS, type RealNameItem } from '@holdfast/contract/member';
import {
  IDENTITY_DOCUMENTS,
  identityClauses,
  isIdentity,
  taipeiDate,
  type IdentityDetails,
} from '@holdfast/contract/rules';
import { Button, Card, Field, Notice, Segmented, stackClass } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { useRefresh } from '@holdfast/client/queries';
import { inLanguage, useWords } from '@holdfast/client/i18n';
import { useState, type FormEvent } from 'react';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useAccount, useServices, useSettings } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { PictureItem, type Picture } from './picture-item.tsx';
import { StatusPill, type RealNameState } from './status-pill.tsx';
import styles from './real-name.module.css';
import { realNameWords } from './real-name.words.ts';

const PICTURES = ['front', 'back', 'selfie'] as const;
type Pictures = Partial<Record<(typeof PICTURES)[number], Picture>>;

/** What is to be sent: all of it at first, afterwards what was refused. What was typed and taken stays in memory alone. */
export function RealNameForm({ state }: { state: RealNameState }) {
  const { asks, application } = state;
  const say = useWords(realNameWords);
  const { serverNow } = useServices();
  const [details, setDetails] = useDraft<IdentityDetails>('real name details', {
    document: application?.document ?? 'national-id',
    realName: '',
    number: '',
    bornOn: '',
  });
  const [pictures, setPictures] = useDraft<Pictures>('real name pictures', {});
  const [wasTried, setTried] = useState(false);
  const today = taipeiDate(serverNow());
  const isMissing = (item: RealNameItem) =>
    item === 'details' ? !isIdentity(details, today) : pictures[item] === undefined;
  const missing = asks.filter(isMissing);
  const send = useSend(asks, details, pictures);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.length === 0) void send.run();
  };
  const isFirst = application === null || application.refusals.length === 0;
  return (
    <form className={stackClass} onSubmit={submit} noValidate>
      <StatusPill status={state.status} />
      <p>{say(isFirst ? 'intro' : 'refused')}</p>
      {asks.includes('details') && (
        <Details state={state} details={details} onChange={setDetails} wasTried={wasTried} today={today} />
      )}
      {PICTURES.filter((item) => asks.includes(item)).map((item) => (
        <PictureItem
          key={item}
          item={item}
          picture={pictures[item]}
          reason={<Reason state={state} item={item} />}
          onPicture={(picture) => setPictures((before) => ({ ...before, [item]: picture }))}
        />
      ))}
      <p className={styles.note}>{say('privacy')}</p>
      {wasTried && missing.length > 0 && (
        <Notice tone="refused" isAlert>
          {say('missing', { items: missing.map((item) => say(item)).join('、') })}
        </Notice>
      )}
      <Refusal error={send.error} />
      <Button type="submit" block large busy={send.isBusy}>
        {say(isFirst ? 'send' : 'sendAgain')}
      </Button>
    </form>
  );
}

/** Why an item was refused, in the words that the reviewer chose. */
function Reason({ state: { application }, item }: { state: RealNameState; item: RealNameItem }) {
  const { language } = useSettings();
  const refusal = application?.refusals.find((one) => one.item === item);
  if (!refusal) return null;
  return <Notice tone="refused">{inLanguage(REAL_NAME_REASONS[refusal.reason], language)}</Notice>;
}

interface DetailsProps {
  state: RealNameState;
  details: IdentityDetails;
  onChange: (details: IdentityDetails) => void;
  wasTried: boolean;
  today: string;
}

function Details({ state, details, onChange, wasTried, today }: DetailsProps) {
  const say = useWords(realNameWords);
  const { document, realName, number, bornOn } = details;
  const put = (change: Partial<IdentityDetails>) => onChange({ ...details, ...change });
  const clauses = identityClauses(details, today);
  const wrong = (isRight: boolean, text: string) => (wasTried && !isRight ? text : undefined);
  // Pictures that stay are of the document that they show.
  const mayChange = state.asks.includes('front') && state.asks.includes('back');
  return (
    <Card>
      <div className={stackClass}>
        <h3>{say('details')}</h3>
        <Reason state={state} item="details" />
        {mayChange ? (
          <Segmented
            stretch
            label={say('document')}
            value={document}
            onChange={(next) => put({ document: next })}
            options={IDENTITY_DOCUMENTS.map((value) => ({ value, label: say(`document.${value}`) }))}
          />
        ) : (
          <p className={styles.note}>
            {say(`document.${document}`)} · {say('keptDocument')}
          </p>
        )}
        <Field
          label={say('name')}
          autoComplete="name"
          value={realName}
          onChange={(event) => put({ realName: event.target.value })}
          hint={say('nameHint')}
          error={wrong(clauses.name, say('nameWrong'))}
        />
        <Field
          label={say('number')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={number}
          onChange={(event) => put({ number: event.target.value })}
          hint={say(`numberHint.${document}`)}
          error={wrong(clauses.number, say('numberWrong'))}
        />
        <Field
          label={say('bornOn')}
          type="date"
          autoComplete="bday"
          max={today}
          value={bornOn}
          onChange={(event) => put({ bornOn: event.target.value })}
          error={wrong(clauses.date, say('dateWrong')) ?? wrong(clauses.age, say('ageWrong'))}
        />
      </div>
    </Card>
  );
}

function useSend(asks: readonly RealNameItem[], details: IdentityDetails, pictures: Pictures) {
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
      await callApi('/member/real-name/upload-auth/{account}', { params: { account }, input });
      refresh('/member/real-name/status/{account}', '/member/info/{account}');
      showToast(say('sent'));
    },
    { shows: ['REAL_NAME_INVALID', 'REAL_NAME_NOT_EDITABLE', 'FILE_NOT_FOUND'] },
  );
}
