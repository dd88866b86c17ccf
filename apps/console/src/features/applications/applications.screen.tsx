import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Field, Notice, Pill, SelectField, type Tone } from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { SearchForm } from '#components/search-form.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { applicationsWords } from './applications.words.ts';
import { DayFields, isTurned } from './day-fields.tsx';
import { DownloadSheet, type Downloaded } from './download-sheet.tsx';

type Row = CallOutput<'/member/real-name/list'>['items'][number];
type State = CallInput<'/member/real-name/list'>['state'];

const TONES: Readonly<Record<State, Tone>> = {
  waiting: 'held',
  approved: 'free',
  refused: 'refused',
  reset: 'neutral',
};
const STATES = Object.keys(TONES) as State[];

interface Filter {
  readonly state: State;
  readonly account: string;
  /** Days of the decision, or of the arrival of what waits; '': not narrowed by them. */
  readonly from: string;
  readonly to: string;
  readonly number: string;
}

/** What an address and a file may say of the filter. */
const addressOf = ({ state, account, from, to }: Omit<Filter, 'number'>) => ({
  state,
  ...(account !== '' && { account }),
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
});

/**
 * All applications by their state, those of one member, or those with one number; what is listed can be taken along as a file. Which one is
 * next stands in the queue of the reviews.
 */
export function ApplicationsScreen() {
  const say = useWords(applicationsWords);
  const navigate = useNavigate();
  const { state = 'waiting', account = '', from = '', to = '' } = useSearch({ from: '/shell/applications' });
  // An address is kept by the browser and sent around: nothing personal stands in it.
  const [number, setNumber] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [downloaded, setDownloaded] = useState<Downloaded>();
  const inAddress = addressOf({ state, account, from, to });
  const list = usePages(
    '/member/real-name/list',
    { ...inAddress, ...(number !== '' && { number }) },
    { keepsPrevious: true },
  );
  const columns = useColumns(state);
  const go = (next: Filter) => {
    setNumber(next.number);
    setDownloaded(undefined);
    void navigate({ to: '/applications', search: addressOf(next) });
  };
  const clear = () => go({ state, account: '', from: '', to: '', number: '' });
  const isNarrowed = [account, from, to, number].some((text) => text !== '');
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={
        // A number is no filter of the file: whoever has searched for one looks, and takes nothing along.
        number === '' && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            {say('download')}
          </Button>
        )
      }
    >
      <FilterForm
        key={`${state} ${account} ${from} ${to} ${number}`}
        filter={{ state, account, from, to, number }}
        onSearch={go}
        onClear={isNarrowed ? clear : undefined}
      />
      <div role="status">{downloaded && <Told file={downloaded} />}</div>
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            name="applications"
            label={say('title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            pages={list}
            onClear={isNarrowed ? clear : undefined}
          />
        )}
      </ReadState>
      {isAsking && (
        <DownloadSheet filter={inAddress} onDownloaded={setDownloaded} onClose={() => setAsking(false)} />
      )}
    </Page>
  );
}

/** What has come of a download. It stays: of a file that is not the whole list somebody has to know. */
function Told({ file: { fileName, rows, isCut } }: { file: Downloaded }) {
  const say = useWords(applicationsWords);
  if (rows === 0) return <Notice tone="held">{say('nothing')}</Notice>;
  return (
    <Notice tone={isCut ? 'held' : 'free'}>
      {say('downloaded', { rows, file: fileName })}
      {isCut && ` ${say('cut', { rows })}`}
    </Notice>
  );
}

function FilterForm({
  filter,
  onSearch,
  onClear,
}: {
  filter: Filter;
  onSearch: (filter: Filter) => void;
  onClear: (() => void) | undefined;
}) {
  const say = useWords(applicationsWords);
  const [typed, setTyped] = useState(filter);
  const first = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: say('focusSearch'), run: () => first.current?.focus() }]);
  return (
    <SearchForm
      onSearch={() => {
        if (isTurned(typed)) return;
        onSearch({
          ...typed,
          account: typed.account.trim().toLowerCase(),
          number: typed.number.trim().toUpperCase(),
        });
      }}
      onClear={onClear}
    >
      <SelectField
        label={say('state')}
        value={typed.state}
        onChange={(event) =>
          setTyped({ ...typed, state: STATES.find((one) => one === event.target.value) ?? 'waiting' })
        }
      >
        {STATES.map((one) => (
          <option key={one} value={one}>
            {say(one)}
          </option>
        ))}
      </SelectField>
      <Field
        ref={first}
        label={say('account')}
        hint={say('accountHint')}
        value={typed.account}
        maxLength={15}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped({ ...typed, account: event.target.value })}
      />
      <Field
        label={say('number')}
        hint={say('numberHint')}
        value={typed.number}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTyped({ ...typed, number: event.target.value })}
      />
      <DayFields state={typed.state} days={typed} onChange={(days) => setTyped({ ...typed, ...days })} />
    </SearchForm>
  );
}

function useColumns(listed: State): readonly Column<Row>[] {
  const say = useWords(applicationsWords);
  const when = useWhen();
  return [
    {
      name: say('account'),
      cell: ({ account }) => (
        <Link to="/member" search={{ account }} className={styles.rowLink}>
          {account}
        </Link>
      ),
    },
    { id: 'nick', name: say('nick'), isExtra: true, cell: ({ nick }) => nick },
    {
      name: say('name'),
      cell: ({ nameMasked, isContested }) => (
        <>
          {nameMasked} {isContested && <Pill tone="refused">{say('contested')}</Pill>}
        </>
      ),
    },
    {
      id: 'document',
      name: say('document'),
      cell: ({ document, numberMasked }) => (
        <>
          {say(document)} <span className={styles.mono}>{numberMasked}</span>
        </>
      ),
    },
    {
      id: 'version',
      name: say('version'),
      isExtra: true,
      cell: ({ version }) => (version === 1 ? say('first') : say('again', { count: version })),
    },
    { id: 'submitted', name: say('submitted'), isExtra: true, cell: ({ submittedAt }) => when(submittedAt) },
    ...(listed === 'waiting'
      ? []
      : [
          {
            id: 'decided',
            name: say('decided'),
            isExtra: true,
            cell: ({ decidedAt }: Row) => (decidedAt === null ? '' : when(decidedAt)),
          },
        ]),
    { id: 'state', name: say('state'), cell: ({ state }) => <Pill tone={TONES[state]}>{say(state)}</Pill> },
    {
      name: say('open'),
      isAct: true,
      cell: ({ id, account, state }) =>
        state !== 'reset' && (
          <Link
            to="/reviews"
            search={{ kind: 'identity', state, id }}
            className={styles.rowLink}
            aria-label={say('openOf', { account })}
          >
            {say('open')}
          </Link>
        ),
    },
  ];
}
