import type { CallOutput } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import {
  REAL_NAME_ITEMS,
  REAL_NAME_REASONS,
  reasonsFor,
  type RealNameItem,
  type RealNameReason,
} from '@holdfast/contract/member';
import { Card, Fact, Facts, Pill, Segmented, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { Evidence, type Picture } from '#components/evidence.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import type { Draft } from '#state/drafts.ts';
import { useDraft } from '#state/use-draft.ts';
import { Acts, Reasons } from './decide-parts.tsx';
import decideStyles from './decide.module.css';
import styles from './reviews.module.css';
import { reviewWords } from './reviews.words.ts';
import { useDetail, useItemActs, type ItemState, type OpenItem } from './use-item.ts';

type Detail = CallOutput<'/member/real-name/detail/{id}'>;

/** In the order of their keys: the pictures from left to right, then what was typed. */
const ITEMS = ['front', 'back', 'selfie', 'details'] as const satisfies readonly RealNameItem[];
const ITEM_WORDS = { front: 'front', back: 'back-side', selfie: 'selfie', details: 'details' } as const;
/** An item that is refused and has no reason yet. */
const NO_REASON = '-';

const isReason = (text: string | undefined): text is RealNameReason =>
  text !== undefined && Object.hasOwn(REAL_NAME_REASONS, text);

/** A real-name application: the pictures side by side, what to compare with them, and the decision item by item. */
export function IdentityRoom({ item, state }: { item: OpenItem; state: ItemState }) {
  const detail = useDetail('/member/real-name/detail/{id}', item.id, state);
  return (
    <ReadState read={detail}>
      {(data) => (
        <Application item={item} state={state} detail={data} onRetry={() => void detail.refetch()} />
      )}
    </ReadState>
  );
}

interface ApplicationProps {
  item: OpenItem;
  state: ItemState;
  detail: Detail;
  onRetry: () => void;
}

function Application({ item, state, detail, onRetry }: ApplicationProps) {
  const say = useWords(reviewWords);
  const [draft, setDraft] = useDraft(`${item.kind} ${item.id}`);
  const [isAllShown, setAllShown] = useState(false);
  const pictures = usePictures(detail, draft);
  return (
    <>
      {pictures.length > 0 && (
        <Evidence
          label={say('evidence')}
          pictures={pictures}
          onAllShown={() => setAllShown(true)}
          onRetry={onRetry}
        />
      )}
      <div className={styles.two}>
        <Compare detail={detail} />
        {detail.isClear && state.state === 'waiting' && (
          <Decide item={item} detail={detail} draft={draft} onDraft={setDraft} isAllShown={isAllShown} />
        )}
      </div>
    </>
  );
}

/** Why an item was refused in the version before. */
const lastReason = ({ history, version }: Detail, item: RealNameItem): RealNameReason | undefined =>
  history
    .find((one) => one.version === version - 1 && one.verdict === 'refuse')
    ?.refusals.find((refusal) => refusal.item === item)?.reason;

function usePictures(detail: Detail, draft: Draft): Picture[] {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const { files, deletedAt, sent, version } = detail;
  if (!files) return [];
  return (['front', 'back', 'selfie'] as const).map((item) => {
    const reason = lastReason(detail, item);
    return {
      item,
      name: say(ITEM_WORDS[item]),
      link: files[item],
      deletedAt: deletedAt[item],
      isMarked: draft[item] !== undefined,
      notes: (
        <>
          {version > 1 && sent.includes(item) && <Pill tone="free">{say('sentNow')}</Pill>}
          {reason && (
            <small className={componentStyles.quiet}>
              {say('lastTime', { reason: inLanguage(REAL_NAME_REASONS[reason], language) })}
            </small>
          )}
        </>
      ),
    };
  });
}

function Compare({ detail }: { detail: Detail }) {
  const say = useWords(reviewWords);
  const when = useWhen();
  const { document, realName, number, bornOn, age, submittedAt, others } = detail;
  const earlier = detail.history.filter(({ version }) => version < detail.version);
  return (
    <Card className={stackClass}>
      <h2>{say('compare')}</h2>
      <Facts>
        <Fact name={say('name')}>
          <b className={styles.value}>{realName}</b>
        </Fact>
        <Fact name={say('number')}>
          <b className={styles.value} data-mono>
            {number}
          </b>
        </Fact>
        <Fact name={say('born')}>
          {bornOn === null ? say('ageOnly', { age }) : say('bornAge', { day: bornOn, age })}
        </Fact>
        <Fact name={say('document')}>{say(document)}</Fact>
        <Fact name={say('since')}>{when(submittedAt)}</Fact>
        <Fact name={say('duplicates')}>
          {others.length === 0
            ? say('duplicatesNone')
            : others.map(({ id, account, state }) => (
                <Link
                  key={id}
                  to="/reviews"
                  search={{ kind: 'identity', id }}
                  className={componentStyles.rowLink}
                >
                  {say('duplicate', { account, state: say(state === 'approved' ? 'approved' : 'waiting') })}
                </Link>
              ))}
        </Fact>
      </Facts>
      {earlier.length > 0 && <History history={earlier} />}
    </Card>
  );
}

function History({ history }: Pick<Detail, 'history'>) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const when = useWhen();
  return (
    <>
      <h2>{say('history')}</h2>
      <ul className={styles.history}>
        {history.map((one) => (
          <li key={`${one.version} ${one.verdict} ${one.decidedAt}`}>
            <b>{say(`verdict-${one.verdict ?? 'none'}`)}</b>{' '}
            <small className={componentStyles.quiet}>
              {say('historyLine', { version: one.version, when: when(one.decidedAt ?? one.submittedAt) })}
              {one.decidedBy !== '' && ` · ${one.decidedBy}`}
            </small>
            {one.reason !== '' && <p>{one.reason}</p>}
            {one.refusals.map(({ item, reason }) => (
              <p key={item}>
                {say('pair', {
                  name: say(ITEM_WORDS[item]),
                  text: inLanguage(REAL_NAME_REASONS[reason], language),
                })}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

interface DecideProps {
  item: OpenItem;
  detail: Detail;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  isAllShown: boolean;
}

/** Which items are refused, and why; the draft of it outlives Back and a reload. */
function useRefusals(draft: Draft, onDraft: (draft: Draft) => void) {
  const refused = REAL_NAME_ITEMS.filter((one) => draft[one] !== undefined);
  const refusals = refused.flatMap((item) => {
    const reason = draft[item];
    return isReason(reason) ? [{ item, reason }] : [];
  });
  const toggle = (item: RealNameItem) => {
    const { [item]: was, ...others } = draft;
    onDraft(was === undefined ? { ...draft, [item]: NO_REASON } : others);
  };
  return {
    refused,
    refusals,
    toggle,
    choose: (item: RealNameItem, reason: string) => onDraft({ ...draft, [item]: reason }),
    isWhole: refused.length > 0 && refusals.length === refused.length,
  };
}

function useDecision({ item, detail, draft, onDraft, isAllShown }: DecideProps) {
  const say = useWords(reviewWords);
  const { callApi } = useClient();
  const { decide } = useItemActs(item.kind);
  const marks = useRefusals(draft, onDraft);
  const review = (
    input: { verdict: 'approve' } | { verdict: 'refuse'; refusals: typeof marks.refusals },
    told: string,
  ) =>
    void decide.run(async () => {
      await callApi('/member/real-name/review/{id}', { params: { id: item.id }, input });
      onDraft({});
    }, told);
  const { account } = detail;
  const mayApprove = isAllShown && marks.refused.length === 0;
  return {
    ...marks,
    ...decide,
    mayApprove,
    approve: () => {
      if (mayApprove) review({ verdict: 'approve' }, say('toldApproved', { account }));
    },
    refuse: () => {
      if (marks.isWhole)
        review({ verdict: 'refuse', refusals: marks.refusals }, say('toldRefused', { account }));
    },
  };
}

interface ItemRowProps {
  item: RealNameItem;
  /** Undefined: it is good. */
  reason: string | undefined;
  takesFocus: boolean;
  onToggle: () => void;
  onChoose: (reason: string) => void;
}

function ItemRow({ item, reason, takesFocus, onToggle, onChoose }: ItemRowProps) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const name = say(ITEM_WORDS[item]);
  return (
    <div className={stackClass}>
      <div className={decideStyles.row}>
        <span className={decideStyles.item}>
          <kbd className={componentStyles.kbd} aria-hidden>
            {ITEMS.indexOf(item) + 1}
          </kbd>
          {name}
        </span>
        <Segmented
          label={say('toggle', { item: name })}
          value={reason === undefined ? 'pass' : 'fail'}
          options={[
            { value: 'pass', label: say('pass') },
            { value: 'fail', label: say('fail') },
          ]}
          onChange={onToggle}
        />
      </div>
      {reason !== undefined && (
        <Reasons
          legend={say('reasonOf', { item: name })}
          choices={reasonsFor(item).map((one) => ({
            reason: one,
            text: inLanguage(REAL_NAME_REASONS[one], language),
          }))}
          value={reason}
          takesFocus={takesFocus}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

function Decide(props: DecideProps) {
  const say = useWords(reviewWords);
  const [byKey, setByKey] = useState<RealNameItem>();
  const decision = useDecision(props);
  const { draft, isAllShown } = props;
  const { refused, toggle, choose, isWhole, mayApprove, approve, refuse } = decision;
  useShortcuts([
    { keys: 'a', label: say('approve'), run: approve },
    { keys: 'r', label: say('refuse'), run: refuse },
    ...ITEMS.map((item, index) => ({
      keys: String(index + 1),
      label: say('toggle', { item: say(ITEM_WORDS[item]) }),
      run: () => {
        setByKey(item);
        toggle(item);
      },
    })),
  ]);
  const why =
    refused.length > 0 ? (isWhole ? '' : say('chooseReason')) : isAllShown ? '' : say('waitPictures');
  return (
    <Card className={decideStyles.decide}>
      <h2>{say('decide')}</h2>
      {ITEMS.map((item) => (
        <ItemRow
          key={item}
          item={item}
          reason={draft[item]}
          takesFocus={byKey === item}
          onToggle={() => {
            setByKey(undefined);
            toggle(item);
          }}
          onChoose={(reason) => choose(item, reason)}
        />
      ))}
      <Acts
        approve={{ run: approve, isOff: !mayApprove }}
        refuse={{
          run: refuse,
          isOff: !isWhole,
          label: refused.length === 0 ? say('refuse') : say('refuseItems', { count: refused.length }),
        }}
        isBusy={decision.isBusy}
        why={why}
        error={decision.error}
      />
    </Card>
  );
}
