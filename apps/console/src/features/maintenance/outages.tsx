import type { ErrorName } from '@holdfast/contract/errors';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, Card, Fact, Facts, Field, Notice, Pill, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { instantOf } from '#components/taipei-time.ts';
import { useToast } from '#components/toast.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import { useDraft } from '#state/use-draft.ts';
import type { Known } from './known.ts';
import { outagesWords } from './outages.words.ts';

type Outage = Known['outages'][number];

const SHOWN: readonly ErrorName[] = [
  'OUTAGE_NOT_RECENT',
  'OUTAGE_KNOWN',
  'MAINTENANCE_END_BEFORE_BEGIN',
  'MAINTENANCE_NOT_FOUND',
  'PARAMETERS_INVALID',
  'ROLE_NOT_ALLOWED',
  'RATE_LIMITED',
];

/** The times in which the product was not there: what it has found out by itself, and what operators declare. */
export function Outages({ known }: { known: Known }) {
  const say = useWords(outagesWords);
  const may = useMay();
  const [ending, setEnding] = useState<Outage>();
  const mayManage = may('maintenance.manage');
  return (
    <>
      <Card className={stackClass} role="region" aria-label={say('title')}>
        <h2>{say('title')}</h2>
        <p>{say('note')}</p>
        {known.outages.length === 0 && <p>{say('none')}</p>}
        {known.outages.map((outage) => (
          <OneOutage
            key={outage.id}
            outage={outage}
            onEnd={mayManage ? () => setEnding(outage) : undefined}
          />
        ))}
      </Card>
      {mayManage && <DeclareForm />}
      {ending && <EndOutage outage={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function OneOutage({ outage, onEnd }: { outage: Outage; onEnd: (() => void) | undefined }) {
  const say = useWords(outagesWords);
  const when = useWhen();
  const { from, until, isRunning, reason, by } = outage;
  return (
    <div className={stackClass}>
      <Facts>
        <Fact name={say('from')}>{when(from)}</Fact>
        <Fact name={say('until')}>
          {isRunning ? <Pill tone="refused">{say('running', { time: when(until) })}</Pill> : when(until)}
        </Fact>
        <Fact name={say('by')}>{by ?? say('detected')}</Fact>
        {by !== null && <Fact name={say('reason')}>{reason}</Fact>}
      </Facts>
      {isRunning && onEnd && (
        <div className={styles.actions}>
          <Button look="danger" onClick={onEnd}>
            {say('end')}
          </Button>
        </div>
      )}
    </div>
  );
}

const TOUCHED = ['/operator/maintenance/read'] as const;

/** What is typed is there again after Back or a reload; the server decides whether the times can be. */
function DeclareForm() {
  const say = useWords(outagesWords);
  const [draft, setDraft] = useDraft('outage');
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [from, until] = [instantOf(draft['from'] ?? ''), instantOf(draft['until'] ?? '')];
  const isUntilBad = (draft['until'] ?? '') !== '' && until === undefined;
  const field = (name: 'from' | 'until', isBad: boolean) => ({
    value: draft[name] ?? '',
    error: isTried && isBad ? say('needsTime') : undefined,
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <Card>
      <form
        className={stackClass}
        aria-label={say('declare')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          setAsking(from !== undefined && !isUntilBad);
        }}
      >
        <h2>{say('declare')}</h2>
        <div className={styles.filters}>
          <Field
            {...field('from', from === undefined)}
            type="datetime-local"
            label={say('declareFrom')}
            hint={say('fromHint')}
          />
          <Field
            {...field('until', isUntilBad)}
            type="datetime-local"
            label={say('declareUntil')}
            hint={say('untilHint')}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit">{say('next')}</Button>
        </div>
      </form>
      {isAsking && from !== undefined && (
        <DeclareSheet
          from={from}
          until={until}
          onClose={() => setAsking(false)}
          onDone={() => {
            setDraft({});
            setTried(false);
          }}
        />
      )}
    </Card>
  );
}

interface DeclareProps {
  from: string;
  until: string | undefined;
  onClose: () => void;
  onDone: () => void;
}

function DeclareSheet({ from, until, onClose, onDone }: DeclareProps) {
  const say = useWords(outagesWords);
  const { callApi } = useClient();
  const when = useWhen();
  const tell = useToast();
  const effect =
    until === undefined
      ? say('willRun', { from: when(from) })
      : say('willMove', { from: when(from), until: when(until) });
  return (
    <ReasonDialog
      title={say('declare')}
      confirm={say('confirm')}
      isDangerous
      draft="outage reason"
      shows={SHOWN}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/outage/declare', {
          input: { from, ...(until !== undefined && { until }), reason },
        });
        tell(say('declared'));
        onDone();
      }}
    >
      <Notice tone="held">{effect}</Notice>
    </ReasonDialog>
  );
}

function EndOutage({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const say = useWords(outagesWords);
  const { callApi } = useClient();
  const tell = useToast();
  return (
    <ReasonDialog
      title={say('end')}
      draft={`why end of outage ${outage.id}`}
      confirm={say('end')}
      shows={SHOWN}
      touches={TOUCHED}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/outage/end', { input: { id: outage.id, reason } });
        tell(say('ended'));
      }}
    >
      <Notice tone="held">{say('endWhat')}</Notice>
    </ReasonDialog>
  );
}
