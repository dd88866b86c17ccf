import { AUDIENCES, BROADCAST_KINDS, BROADCAST_LINKS, BROADCAST_STATES } from '@holdfast/contract/broadcasts';
import type { CallOutput } from '@holdfast/contract/calls';
import {
  OPERATOR_ROLES,
  REQUEST_KINDS,
  type OperatorRole,
  type RequestVerdict,
} from '@holdfast/contract/operators';
import { ORDER_STATE_INFO, RULING_REASONS, RULINGS } from '@holdfast/contract/orders';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Button, Card, EmptyState, Notice, Pill, Segmented, type Tone } from '@holdfast/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useRoleName } from '#components/role-name.tsx';
import { settingOf, useSettingText } from '#components/setting-text.ts';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { useToast } from '#components/toast.tsx';
import styles from './requests.module.css';
import { requestWords } from './requests.words.ts';

type Request = CallOutput<'/operator/request/list'>['items'][number];

const TONES: Readonly<Record<Request['state'], Tone>> = {
  open: 'held',
  approved: 'free',
  refused: 'refused',
  withdrawn: 'neutral',
  expired: 'neutral',
};

/** What a decision may have changed. */
const DECIDED = [
  '/operator/request/list',
  '/operator/me',
  '/operator/administration/list',
  '/operator/setting/list',
  '/operator/setting/history',
  '/operator/broadcast/list',
  '/operator/case/list',
  '/operator/case/summary',
] as const;

const QUESTIONS = { approved: 'approveTitle', refused: 'refuseTitle', withdrawn: 'withdrawTitle' } as const;
const VERBS = { approved: 'approve', refused: 'refuse', withdrawn: 'withdraw' } as const;

/** What two people decide. `j` and `k` go through the list, `a` and `r` decide the one that is marked. */
export function RequestsScreen() {
  const say = useWords(requestWords);
  const navigate = useNavigate();
  const { state = 'open', subject } = useSearch({ from: '/shell/requests' });
  const list = usePages('/operator/request/list', { state, ...(subject !== undefined && { subject }) });
  const [at, setAt] = useState(0);
  const [deciding, setDeciding] = useState<{ request: Request; verdict: RequestVerdict }>();
  const rows = list.data ?? [];
  const current = rows[Math.min(at, rows.length - 1)];
  const decide = (verdict: RequestVerdict) => {
    if (!current || !mayGive(current, verdict)) return;
    setDeciding({ request: current, verdict });
  };
  useShortcuts([
    { keys: 'j', label: say('next'), run: () => setAt(Math.min(at + 1, rows.length - 1)) },
    { keys: 'k', label: say('previous'), run: () => setAt(Math.max(at - 1, 0)) },
    { keys: 'a', label: say('approve'), run: () => decide('approved') },
    { keys: 'r', label: say('refuse'), run: () => decide('refused') },
  ]);
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={
        <Segmented
          label={say('which')}
          value={state}
          options={[
            { value: 'open', label: say('open') },
            { value: 'decided', label: say('decided') },
          ]}
          onChange={(next) => {
            setAt(0);
            void navigate({ to: '/requests', search: next === 'open' ? {} : { state: next } });
          }}
        />
      }
    >
      <ReadState read={list}>
        {(items) =>
          items.length === 0 ? (
            <Card>
              <EmptyState title={say(state === 'open' ? 'none' : 'noneDecided')} />
            </Card>
          ) : (
            <ul className={styles.list}>
              {items.map((request) => (
                <li key={request.id} data-current={request.id === current?.id || undefined}>
                  <RequestCard request={request} onDecide={(verdict) => setDeciding({ request, verdict })} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadState>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      )}
      {deciding && <Deciding {...deciding} onClose={() => setDeciding(undefined)} />}
    </Page>
  );
}

function mayGive(request: Request, verdict: RequestVerdict): boolean {
  if (request.state !== 'open') return false;
  if (verdict === 'withdrawn') return request.isMine;
  return request.mayDecide && (verdict === 'refused' || !request.isStale);
}

function Deciding({
  request,
  verdict,
  onClose,
}: {
  request: Request;
  verdict: RequestVerdict;
  onClose: () => void;
}) {
  const say = useWords(requestWords);
  const { callApi } = useClient();
  const tell = useToast();
  return (
    <ReasonDialog
      title={say(QUESTIONS[verdict])}
      confirm={say(VERBS[verdict])}
      isDangerous={verdict === 'refused'}
      isOptional
      label={say('noteLabel')}
      draft={`${verdict} request ${request.id}`}
      touches={DECIDED}
      onClose={onClose}
      onConfirm={async (note) => {
        await callApi('/operator/request/decide', { input: { id: request.id, verdict, note } });
        tell(say(verdict));
      }}
    >
      <Changes request={request} />
    </ReasonDialog>
  );
}

function RequestCard({
  request,
  onDecide,
}: {
  request: Request;
  onDecide: (verdict: RequestVerdict) => void;
}) {
  const say = useWords(requestWords);
  const language = useLanguage();
  const when = useWhen();
  const settingText = useSettingText();
  const { kind, subject, state, reason, note, askedBy, askedAt, expiresAt, decidedBy, decidedAt } = request;
  const setting = settingOf(subject);
  const [, broadcast] = BROADCAST_SUBJECT.exec(subject) ?? [];
  const named = broadcast === undefined ? subject : say('broadcast', { number: broadcast });
  const subjectText = setting ? settingText.name(setting) : named;
  return (
    <Card className={styles.request}>
      <div className={styles.title}>
        <h2>{inLanguage(REQUEST_KINDS[kind], language)}</h2>
        <Pill tone={TONES[state]}>{say(state)}</Pill>
      </div>
      <p className={componentStyles.quiet}>
        {subjectText} · {say('askedBy', { who: askedBy, when: when(askedAt) })}
        {state === 'open' && ` · ${say('expires', { when: when(expiresAt) })}`}
        {decidedBy !== null &&
          decidedAt !== null &&
          ` · ${say('decidedBy', { who: decidedBy, when: when(decidedAt) })}`}
      </p>
      <Changes request={request} />
      <p>
        <b>{say('reason')}</b> {reason}
      </p>
      {note && <p className={componentStyles.quiet}>{note}</p>}
      {state === 'open' && <Decisions request={request} onDecide={onDecide} />}
    </Card>
  );
}

function Decisions({ request, onDecide }: { request: Request; onDecide: (verdict: RequestVerdict) => void }) {
  const say = useWords(requestWords);
  const why = request.isMine
    ? 'mine'
    : !request.mayDecide
      ? 'notYours'
      : request.isStale
        ? 'stale'
        : undefined;
  return (
    <>
      {why && <Notice tone="held">{say(why)}</Notice>}
      <div className={componentStyles.actions}>
        {(['approved', 'refused', 'withdrawn'] as const)
          .filter((verdict) => mayGive(request, verdict))
          .map((verdict) => (
            <Button
              key={verdict}
              look={verdict === 'approved' ? 'primary' : 'quiet'}
              onClick={() => onDecide(verdict)}
            >
              {say(VERBS[verdict])}
            </Button>
          ))}
      </div>
    </>
  );
}

type FieldKey = Extract<keyof (typeof requestWords)['en'], `field-${string}`>;
type ValueKey = Extract<keyof (typeof requestWords)['en'], `value-${string}`>;
const BROADCAST_SUBJECT = /^broadcast:(\d+)$/;
/** How an instant is told. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/;
const isKey = (key: string): boolean => Object.hasOwn(requestWords.en, key);
const isRole = (text: string): text is OperatorRole => OPERATOR_ROLES.some((role) => role === text);

/** What a ruling of an order or a broadcast says by a name of the contract. */
function byName(field: string, value: string) {
  const tables: Readonly<Record<string, Readonly<Record<string, { zhTW: string; en: string }>>>> = {
    orderState: ORDER_STATE_INFO,
    ruling: RULINGS,
    rulingReason: RULING_REASONS,
    broadcastKind: BROADCAST_KINDS,
    broadcastState: BROADCAST_STATES,
    audience: AUDIENCES,
    link: BROADCAST_LINKS,
  };
  const table = tables[field];
  return table && Object.hasOwn(table, value) ? table[value] : undefined;
}

/** What will be otherwise, line by line, as it is and as it will be. */
function Changes({ request }: { request: Request }) {
  const say = useWords(requestWords);
  const roleName = useRoleName();
  const settingText = useSettingText();
  const language = useLanguage();
  const when = useWhen();
  const nameOf = (field: string) => {
    const setting = settingOf(field);
    if (setting) return settingText.name(setting);
    return isKey(`field-${field}`) ? say(`field-${field}` as FieldKey) : field;
  };
  const valueOf = (field: string, value: string) => {
    if (value === '') return say('nothing');
    const setting = settingOf(field);
    if (setting) return settingText.value(setting, value);
    if (INSTANT.test(value)) return when(value);
    if (field === 'role' && isRole(value)) return roleName(value);
    const named = byName(field, value);
    if (named) return inLanguage(named, language);
    if (isKey(`value-${field}-${value}`)) return say(`value-${field}-${value}` as ValueKey);
    return isKey(`value-${value}`) ? say(`value-${value}` as ValueKey) : value;
  };
  return (
    <table className={componentStyles.changes}>
      <thead>
        <tr>
          <th scope="col">{say('change')}</th>
          <th scope="col">{say('before')}</th>
          <th scope="col">{say('after')}</th>
        </tr>
      </thead>
      <tbody>
        {request.changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            <td className={before === '' ? componentStyles.short : undefined}>
              {before === after || before === '' ? (
                valueOf(field, before)
              ) : (
                <del>{valueOf(field, before)}</del>
              )}
            </td>
            <td>{before === after ? valueOf(field, after) : <ins>{valueOf(field, after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
