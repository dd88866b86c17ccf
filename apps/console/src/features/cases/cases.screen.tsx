import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { clockTime, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages, useRead } from '@holdfast/client/queries';
import { CASE_HOLDERS, CASE_STAGES } from '@holdfast/contract/operators';
import {
  Button,
  buttonClass,
  formatMoney,
  Notice,
  Pill,
  Segmented,
  SelectField,
  useServerTime,
} from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import componentStyles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useDraft } from '#state/use-draft.ts';
import { useUnlessLive } from '#state/live.tsx';
import { useMay } from '#state/services.tsx';
import { callName, spanOf } from './case.rules.ts';
import styles from './cases.module.css';
import { caseWords } from './cases.words.ts';
import { Due, toMinute, useSpanText } from './due.tsx';
import { FindForm, Found } from './find-orders.tsx';
import { useCaseActs } from './use-case.ts';

type Row = CallOutput<'/operator/case/list'>['items'][number];
type Summary = CallOutput<'/operator/case/summary'>;
type Listed = CallInput<'/operator/case/list'>;
type Filter = { [K in 'stage' | 'late' | 'holder']?: NonNullable<Listed[K]> };

const REFRESH_MS = 10_000;
const MANY = 999;

/** The stuck board: what waits for an operator, the longest wait first. `n` claims the next one that nobody has. */
export function CasesScreen() {
  const say = useWords(caseWords);
  const { find, ...filter } = useSearch({ from: '/shell/cases' });
  const refetchMs = useUnlessLive(REFRESH_MS);
  const list = usePages('/operator/case/list', filter, { keepsPrevious: true, refetchMs });
  const summary = useRead('/operator/case/summary', {}, { refetchMs });
  const may = useMay();
  const mayDecide = may('cases.decide') || may('cases.lead');
  const { next } = useCaseActs();
  const navigate = useNavigate();
  const columns = useColumns();
  useShortcuts(mayDecide ? [{ keys: 'n', label: say('next'), run: () => void next.run() }] : []);
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={
        mayDecide && (
          <Button busy={next.isBusy} onClick={() => void next.run()}>
            {say('next')} <kbd aria-hidden>N</kbd>
          </Button>
        )
      }
    >
      <FindForm find={find} />
      {find !== undefined && <Found search={find} />}
      <Filters filter={filter} stages={summary.data?.stages} />
      <Lost lost={summary.data?.lost ?? []} />
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            name="cases"
            label={say('title')}
            columns={columns}
            rows={rows}
            keyOf={({ orderId, caseId }) => `${orderId} ${caseId ?? ''}`}
            pages={list}
            onClear={
              Object.keys(filter).length === 0 ? undefined : () => void navigate({ to: '/cases', search: {} })
            }
          />
        )}
      </ReadState>
    </Page>
  );
}

/** What is shown, in the address: a list can be linked to, and Back leads to the one before. */
function Filters({ filter, stages }: { filter: Filter; stages: Summary['stages'] | undefined }) {
  const say = useWords(caseWords);
  const navigate = useNavigate();
  const { stage, late, holder } = filter;
  const go = (next: { [K in keyof Filter]: Filter[K] | undefined }) => {
    const all = Object.entries({ ...filter, ...next }).filter(([, value]) => value !== undefined);
    void navigate({ to: '/cases', search: Object.fromEntries(all) as Filter });
  };
  const countOf = (one: Row['stage']) => {
    const { waiting = 0 } = stages?.find((counted) => counted.stage === one) ?? {};
    return waiting === 0 ? '' : waiting >= MANY ? ` ${MANY}+` : ` ${waiting}`;
  };
  return (
    <div className={styles.filters}>
      <Segmented
        label={say('stage')}
        value={stage ?? 'all'}
        options={[
          { value: 'all' as const, label: say('anyStage') },
          ...CASE_STAGES.map((one) => ({ value: one, label: `${say(`stage-${one}`)}${countOf(one)}` })),
        ]}
        onChange={(next) => go({ stage: next === 'all' ? undefined : next })}
      />
      <div className={componentStyles.filters}>
        <SelectField
          label={say('pace')}
          value={late ?? ''}
          onChange={(event) => go({ late: event.target.value === '1' ? '1' : undefined })}
        >
          <option value="">{say('anyPace')}</option>
          <option value="1">{say('onlyLate')}</option>
        </SelectField>
        <SelectField
          label={say('holder')}
          value={holder ?? ''}
          onChange={(event) => go({ holder: CASE_HOLDERS.find((one) => one === event.target.value) })}
        >
          <option value="">{say('anyHolder')}</option>
          {CASE_HOLDERS.map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

function Waits({ since }: { since: string }) {
  const spanText = useSpanText();
  const now = useServerTime(toMinute);
  return spanText(spanOf(now - Date.parse(since)));
}

type OpenerKey = Extract<keyof (typeof caseWords)['en'], `by-${string}`>;

function useColumns(): readonly Column<Row>[] {
  const say = useWords(caseWords);
  return useMemo(
    () => [
      {
        name: say('order'),
        cell: ({ orderId, serialNo }: Row) => (
          <Link to="/case" search={{ order: orderId }} className={componentStyles.rowLink}>
            {serialNo}
          </Link>
        ),
      },
      {
        id: 'stage',
        name: say('stage'),
        cell: ({ stage, openedBy }: Row) => (
          <span className={styles.due}>
            <span>{say(`stage-${stage}`)}</span>
            {openedBy !== null && <small>{say('opened', { who: say(`by-${openedBy}` as OpenerKey) })}</small>}
          </span>
        ),
      },
      { id: 'due', name: say('due'), cell: (row: Row) => <Due next={row} /> },
      { id: 'waits', name: say('waits'), isExtra: true, cell: ({ since }: Row) => <Waits since={since} /> },
      {
        id: 'amount',
        name: say('amount'),
        cell: ({ quantity, coin, payTwd }: Row) => (
          <span className={styles.due}>
            <span className={styles.sum}>
              {formatMoney(quantity)} {coin}
            </span>
            <small className={styles.sum}>NT$ {formatMoney(payTwd)}</small>
          </span>
        ),
      },
      {
        id: 'parties',
        name: say('parties'),
        isExtra: true,
        cell: ({ payer, payee }: Row) => `${payer} → ${payee}`,
      },
      {
        id: 'holder',
        name: say('holder'),
        cell: ({ claim }: Row) => <Holder claim={claim} />,
      },
    ],
    [say],
  );
}

/** Who works on it. A claim that has run out ends by the clock: nobody tells of it. */
function Holder({ claim }: Pick<Row, 'claim'>) {
  const say = useWords(caseWords);
  const isOver = useServerTime((now) => claim !== null && now > Date.parse(claim.until));
  if (claim === null || isOver) return say('free');
  if (claim.isMine) return <Pill tone="free">{say('isMine')}</Pill>;
  // A name can be longer than a pill.
  return say('heldBy', { who: callName(claim.by) });
}

/** Tells an operator what somebody else has taken over, until they say that they know. */
function Lost({ lost }: Pick<Summary, 'lost'>) {
  const say = useWords(caseWords);
  const language = useLanguage();
  const [known, setKnown] = useDraft('lost cases');
  const keyOf = ({ orderId, at }: Summary['lost'][number]) => `${orderId} ${at}`;
  return lost
    .filter((one) => known[keyOf(one)] === undefined)
    .map((one) => (
      <div key={keyOf(one)} role="status" className={styles.lost}>
        <Notice tone="held">
          {say('lost', { who: callName(one.by), serialNo: one.serialNo, when: clockTime(one.at, language) })}
        </Notice>
        <div className={componentStyles.actions}>
          <Link to="/case" search={{ order: one.orderId }} className={buttonClass({ look: 'quiet' })}>
            {say('look')}
          </Link>
          <Button look="text" onClick={() => setKnown({ ...known, [keyOf(one)]: '1' })}>
            {say('dismiss')}
          </Button>
        </div>
      </div>
    ));
}
