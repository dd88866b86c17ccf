import { clockTime, useLanguage, useWords } from '@holdfast/client/i18n';
import { useErrorText } from '@holdfast/client/calls';
import { Button, Card, cx, EmptyState, Notice, stackClass, useServerTime } from '@holdfast/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useShortcuts, type Shortcut } from '#components/shortcuts.tsx';
import { useMay } from '#state/services.tsx';
import { callName, permissionFor } from './case.rules.ts';
import styles from './cases.module.css';
import { caseWords } from './cases.words.ts';
import { EvidenceFile } from './evidence-file.tsx';
import { InHand, useHeld, useInHand } from '#components/in-hand.tsx';
import { OrderFacts, Parties, Payment, type Detail } from './room-facts.tsx';
import { Cases, Postings } from './room-history.tsx';
import { RuleCard } from './rule-card.tsx';
import { ThreadCard } from './thread-card.tsx';
import { Timeline } from './timeline.tsx';
import { useCaseActs, useCaseDetail, useCaseState, useProlong, type CaseState } from './use-case.ts';

const MINUTE_MS = 60_000;

/** One order as whoever rules it sees it. */
export function CaseScreen() {
  const say = useWords(caseWords);
  const { order } = useSearch({ from: '/shell/case' });
  return (
    <Page
      title={say('roomTitle')}
      note={
        <Link to="/cases" search={{}} className={componentStyles.rowLink}>
          {say('back')}
        </Link>
      }
    >
      {order === undefined ? (
        <Card>
          <EmptyState title={say('noOrder')} />
        </Card>
      ) : (
        <Room key={order} id={order} />
      )}
    </Page>
  );
}

function Room({ id }: { id: string }) {
  const read = useCaseState(id);
  return <ReadState read={read}>{(state) => <Opened id={id} state={state} />}</ReadState>;
}

/** Who has it, and what can be done with the claim. */
function Opened({ id, state }: { id: string; state: CaseState }) {
  const say = useWords(caseWords);
  const language = useLanguage();
  const errorText = useErrorText();
  const acts = useCaseActs();
  const [isAsking, setAsking] = useState(false);
  const { claim, lostTo } = state;
  useProlong(id, claim);
  const possible = useActsOf(id, state, acts, () => setAsking(true));
  useShortcuts(possible);
  const error = acts.claim.error ?? acts.release.error;
  return (
    <>
      <div className={styles.holder}>
        <p role="status">
          <Holder state={state} />
        </p>
        <div className={componentStyles.actions}>
          {possible.map(({ keys, label, run }) => (
            <Button key={keys} look="quiet" onClick={run}>
              {label} <kbd aria-hidden>{keys.toUpperCase()}</kbd>
            </Button>
          ))}
        </div>
      </div>
      {lostTo && (
        <Notice tone="held" isAlert>
          {say('wasLost', { who: callName(lostTo.by), when: clockTime(lostTo.at, language) })}
        </Notice>
      )}
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <Contents key={claim?.isMine ? claim.since : ''} id={id} state={state} />
      {isAsking && (
        <ReasonDialog
          title={claim ? say('takeOverTitle', { who: callName(claim.by) }) : say('openTitle')}
          confirm={say(claim ? 'takeOver' : 'open')}
          draft={`claim order ${id}`}
          shows={['CASE_CLAIMED', 'REVIEW_NOT_HELD', 'ORDER_NOT_FOUND', 'RATE_LIMITED', 'PARAMETERS_INVALID']}
          onClose={() => setAsking(false)}
          onConfirm={(reason) => acts.claimFor(id, { reason, ...(claim && { since: claim.since }) })}
        >
          <Notice tone="neutral">{say(claim ? 'takeOverNote' : 'openNote')}</Notice>
        </ReasonDialog>
      )}
    </>
  );
}

/** What the order holds. Another claim begins anew: what was shown in clear under the one before is gone. */
function Contents({ id, state }: { id: string; state: CaseState }) {
  const read = useCaseDetail(id, state);
  const may = useMay();
  // What was there before stays until the next has come, and where it does not come: somebody may be writing under it.
  const [kept, setKept] = useState(read.data);
  if (read.data && read.data !== kept) setKept(read.data);
  return (
    <InHand className={cx(stackClass, styles.room)}>
      <ReadState read={{ ...read, data: read.data ?? kept }}>
        {(latest) => (
          <Cards
            id={id}
            latest={latest}
            mayRule={!state.isEscalated || may('cases.lead')}
            onRetry={read.error ? () => void read.refetch() : undefined}
          />
        )}
      </ReadState>
    </InHand>
  );
}

interface CardsProps {
  id: string;
  latest: Detail;
  /** A claim from before an order went to who leads allows no ruling any more. */
  mayRule: boolean;
  /** What has changed since could not be read. */
  onRetry: (() => void) | undefined;
}

function Cards({ id, latest, mayRule, onRetry }: CardsProps) {
  const { shown: detail, isBehind, catchUp } = useHeld(latest, useInHand());
  return (
    <>
      <News show={onRetry ?? (isBehind ? catchUp : undefined)} isUnread={onRetry !== undefined} />
      <div className={styles.cards}>
        <OrderFacts order={detail.order} />
        <div className={stackClass}>
          <Cases detail={detail} />
          <Payment detail={detail} />
          {mayRule && <RuleCard detail={detail} />}
        </div>
        <Parties detail={detail} />
      </div>
      <ThreadCard id={id} isClear={detail.isClear} />
      <Timeline timeline={detail.timeline} coin={detail.order.coin} />
      <Postings postings={detail.postings} />
      {detail.isClear && <EvidenceFile id={id} />}
    </>
  );
}

/** That there is something new which the page does not show yet. */
function News({ show, isUnread }: { show: (() => void) | undefined; isUnread: boolean }) {
  const say = useWords(caseWords);
  return (
    <div className={styles.news} role="status">
      {show && (
        <p>
          {say(isUnread ? 'changeUnread' : 'hasChanged')}
          <Button look="quiet" onClick={show}>
            {say(isUnread ? 'askAgain' : 'showChange')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** What may be done with the claim now: each is a button and a key. */
function useActsOf(
  id: string,
  { claim, waits, isEscalated }: CaseState,
  { claim: take, release }: Pick<ReturnType<typeof useCaseActs>, 'claim' | 'release'>,
  ask: () => void,
): readonly Shortcut[] {
  const say = useWords(caseWords);
  if (!useMay()(permissionFor({ isEscalated }))) return [];
  if (claim?.isMine) return [{ keys: 'e', label: say('release'), run: () => void release.run(id) }];
  if (claim) return [{ keys: 't', label: say('takeOver'), run: ask }];
  return waits
    ? [{ keys: 'c', label: say('claim'), run: () => void take.run(id) }]
    : [{ keys: 'c', label: say('open'), run: ask }];
}

function Holder({ state: { claim, isEscalated } }: { state: CaseState }) {
  const say = useWords(caseWords);
  const language = useLanguage();
  const may = useMay();
  const minutes = useServerTime((now) =>
    claim ? Math.max(0, Math.ceil((Date.parse(claim.until) - now) / MINUTE_MS)) : 0,
  );
  // A claim from before ends by itself; until then the server refuses what it would have opened.
  if (isEscalated && !may('cases.lead')) return say('escalated');
  if (claim?.isMine) return say('holdsMine', { minutes });
  if (claim) return say('holdsOther', { who: callName(claim.by), when: clockTime(claim.until, language) });
  if (isEscalated) return say('escalatedNone');
  return say(may('cases.decide') ? 'holdsNone' : 'readOnly');
}
