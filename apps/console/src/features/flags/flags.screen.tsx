import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages, useRefresh } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { FLAG_STATES, type FlagVerdict } from '@holdfast/contract/operators';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { SUSPICIONS } from '@holdfast/contract/rules';
import { Button, Card, cx, EmptyState, Notice, Pill, Segmented, SelectField, stackClass } from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { useHeld } from '#components/in-hand.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { useUnlessLive } from '#state/live.tsx';
import styles from './flags.module.css';
import { flagWords } from './flags.words.ts';

type Flag = CallOutput<'/operator/flag/list'>['items'][number];
type Input = CallInput<'/operator/flag/list'>;
type Filter = { [K in 'state' | 'kind']?: NonNullable<Input[K]> };

/** Where there is no stream. */
const REFRESH_MS = 10_000;

/** Messages of all orders that look suspicious, as a queue. */
export function FlagsScreen() {
  const say = useWords(flagWords);
  const filter = useSearch({ from: '/shell/flags' });
  const list = usePages('/operator/flag/list', filter, { refetchMs: useUnlessLive(REFRESH_MS) });
  return (
    <Page title={say('title')} note={say('note')}>
      <Filters filter={filter} />
      <ReadState read={list}>
        {(flags) => <Queue key={JSON.stringify(filter)} flags={flags} list={list} filter={filter} />}
      </ReadState>
    </Page>
  );
}

function Filters({ filter }: { filter: Filter }) {
  const say = useWords(flagWords);
  const navigate = useNavigate();
  const go = (change: { [K in keyof Filter]: Filter[K] | undefined }) => {
    const all = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ to: '/flags', search: Object.fromEntries(all) as Filter });
  };
  return (
    <div className={componentStyles.filters}>
      <Segmented
        label={say('state')}
        value={filter.state ?? 'open'}
        options={FLAG_STATES.map((value) => ({ value, label: say(`state-${value}`) }))}
        onChange={(state) => go({ state: state === 'open' ? undefined : state })}
      />
      <SelectField
        label={say('kind')}
        value={filter.kind ?? ''}
        onChange={(event) => go({ kind: SUSPICIONS.find((one) => one === event.target.value) })}
      >
        <option value="">{say('anyKind')}</option>
        {SUSPICIONS.map((one) => (
          <option key={one} value={one}>
            {say(`kind-${one}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

interface QueueProps {
  flags: readonly Flag[];
  list: Pick<ReturnType<typeof usePages>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  filter: Filter;
}

/** What the stream brings does not move what somebody is about to press: while a hand is over the list it stays, and what was decided says so in its place. */
function Queue({ flags, list, filter }: QueueProps) {
  const say = useWords(flagWords);
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const { shown, isBehind, catchUp } = useHeld(flags, isOver || hasFocus);
  const known = new Set(shown.map(({ id }) => id));
  const hasNew = isBehind && flags.some(({ id }) => !known.has(id) && BigInt(id) > BigInt(shown[0]?.id ?? 0));
  // Earlier ones come below, on request: they move nothing.
  const oldest = shown.at(-1)?.id;
  const all = [...shown, ...flags.filter(({ id }) => oldest !== undefined && BigInt(id) < BigInt(oldest))];
  return (
    <div
      className={stackClass}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <div role="status" className={styles.news}>
        {hasNew && (
          <Button look="quiet" onClick={catchUp}>
            {say('newOnes')}
          </Button>
        )}
      </div>
      {all.length === 0 && (
        <Card>
          <EmptyState title={say(Object.keys(filter).length === 0 ? 'none' : 'noneOfThese')} />
        </Card>
      )}
      <ol className={cx(stackClass, styles.list)} aria-label={say('list')}>
        {all.map((flag) => (
          <li key={flag.id}>
            <Flagged flag={flag} />
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      )}
    </div>
  );
}

function Flagged({ flag }: { flag: Flag }) {
  const say = useWords(flagWords);
  const language = useLanguage();
  const when = useWhen();
  const { author, writer, reader, kinds, lines, number } = flag;
  const nameOf = (side: Flag['author'], { nick }: Flag['writer']) => say(side, { nick });
  const other = author === 'payer' ? 'payee' : 'payer';
  return (
    <Card className={stackClass}>
      <div className={styles.head}>
        <h2>{say('flag', { who: nameOf(author, writer), whom: nameOf(other, reader) })}</h2>
        <span className={styles.kinds}>
          {kinds.map((kind) => (
            <Pill key={kind} tone="refused">
              {say(`kind-${kind}`)}
            </Pill>
          ))}
        </span>
      </div>
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={line.number} className={cx(line.number === number && styles.flagged)}>
            <small>
              #{line.number} · {say(`by-${line.author}` as 'by-payer')} · {when(line.at)}
            </small>
            <p>
              {line.number === number && <b>{say('this')} </b>}
              {line.text ?? say('file')}
            </p>
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        <span className={styles.ways}>
          <Link to="/case" search={{ order: flag.orderId }} className={componentStyles.rowLink}>
            {say('order', { serialNo: flag.serialNo })}
          </Link>
          <span>{inLanguage(ORDER_STATE_INFO[flag.orderState], language)}</span>
          <Link to="/member" search={{ account: writer.account }} className={componentStyles.rowLink}>
            {say('member', { nick: writer.nick })}
          </Link>
        </span>
        <Verdict flag={flag} />
      </div>
    </Card>
  );
}

/** What was said of it, or the two things that can be. */
function Verdict({ flag: { id, state, decided, writer } }: { flag: Flag }) {
  const say = useWords(flagWords);
  const when = useWhen();
  const errorText = useErrorText();
  const { callApi } = useClient();
  const refresh = useRefresh();
  const [given, setGiven] = useState<FlagVerdict>();
  const { run, isBusy, error } = useAction(
    async (verdict: FlagVerdict) => {
      try {
        await callApi('/operator/flag/decide/{id}', { params: { id }, input: { verdict } });
        setGiven(verdict);
      } finally {
        refresh('/operator/flag/list');
      }
    },
    { shows: ['FLAG_DECIDED', 'RATE_LIMITED'] },
  );
  const verdict = given ?? (state === 'open' ? undefined : state);
  if (verdict)
    return (
      <span role="status" className={styles.ways}>
        <Pill tone="neutral">{say(`state-${verdict}`)}</Pill>
        {decided && (
          <small>{say('decided', { who: decided.by.replace(/@.*$/, ''), when: when(decided.at) })}</small>
        )}
      </span>
    );
  return (
    <span className={componentStyles.actions}>
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <Button
        look="text"
        busy={isBusy}
        aria-label={`${say('falseAlarm')} · ${writer.nick}`}
        onClick={() => void run('false-alarm')}
      >
        {say('falseAlarm')}
      </Button>
      <Button
        look="quiet"
        busy={isBusy}
        aria-label={`${say('seen')} · ${writer.nick}`}
        onClick={() => void run('seen')}
      >
        {say('seen')}
      </Button>
    </span>
  );
}
