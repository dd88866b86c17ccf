import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { FLAG_STATES } from '@holdfast/contract/operators';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { SUSPICIONS } from '@holdfast/contract/rules';
import { Card, cx, Pill, Segmented, SelectField, stackClass } from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import componentStyles from '#components/components.module.css';
import { Page } from '#components/page.tsx';
import { useWhen } from '#components/use-when.ts';
import { useUnlessLive } from '#state/live.tsx';
import { FlagQueue } from './flag-queue.tsx';
import styles from './flags.module.css';
import { RemarkQueue } from './remark-queue.tsx';
import { flagWords } from './flags.words.ts';
import { FlaggedParties } from './parties.tsx';
import { Verdict } from './verdict.tsx';

type Flag = CallOutput<'/operator/flag/list'>['items'][number];
type Input = CallInput<'/operator/flag/list'>;
type Filter = { [K in 'state' | 'kind']?: NonNullable<Input[K]> } & { of?: 'parties' };

/** Where there is no stream. */
const REFRESH_MS = 10_000;

/** What of all orders looks like a fraud, as queues: messages, and parties behind whom one person may stand. */
export function FlagsScreen() {
  const say = useWords(flagWords);
  const filter: Filter = useSearch({ from: '/shell/flags' });
  const isOfParties = filter.of === 'parties';
  return (
    <Page title={say('title')}>
      {!isOfParties && <RemarkQueue />}
      <Filters filter={filter} />
      <p className={componentStyles.quiet}>{say(isOfParties ? 'partiesNote' : 'note')}</p>
      {isOfParties ? <FlaggedParties state={filter.state} /> : <FlaggedMessages filter={filter} />}
    </Page>
  );
}

function FlaggedMessages({ filter }: { filter: Filter }) {
  const { state, kind } = filter;
  const input = { ...(state && { state }), ...(kind && { kind }) };
  const list = usePages('/operator/flag/list', input, { refetchMs: useUnlessLive(REFRESH_MS) });
  const say = useWords(flagWords);
  return (
    <FlagQueue
      key={JSON.stringify(filter)}
      read={list}
      texts={{
        list: say('list'),
        none: say(Object.keys(filter).length === 0 ? 'none' : 'noneOfThese'),
        more: say('more'),
        news: say('newOnes'),
      }}
      renderItem={(flag) => <Flagged flag={flag} />}
    />
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
    <div className={styles.filters}>
      <Segmented
        label={say('of')}
        value={filter.of ?? 'messages'}
        options={[
          { value: 'messages', label: say('ofMessages') },
          { value: 'parties', label: say('ofParties') },
        ]}
        onChange={(of) => go(of === 'parties' ? { of, kind: undefined } : { of: undefined })}
      />
      <Segmented
        label={say('state')}
        value={filter.state ?? 'open'}
        options={FLAG_STATES.map((value) => ({ value, label: say(`state-${value}`) }))}
        onChange={(state) => go({ state: state === 'open' ? undefined : state })}
      />
      {filter.of === undefined && (
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
        <Verdict flag={flag} of="messages" who={writer.nick} />
      </div>
    </Card>
  );
}
