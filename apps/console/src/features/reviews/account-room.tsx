import type { FileLink } from '@holdfast/contract/calls';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { CARD_REFUSAL_TEXTS, CARD_REFUSALS, type CardRefusal } from '@holdfast/contract/member';
import type { ReviewKindName } from '@holdfast/contract/operators';
import { Card, Fact, Facts, Notice, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import componentStyles from '#components/components.module.css';
import { Evidence } from '#components/evidence.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { useDraft } from '#state/use-draft.ts';
import { Acts, Reasons } from './decide-parts.tsx';
import decideStyles from './decide.module.css';
import styles from './reviews.module.css';
import { reviewWords } from './reviews.words.ts';
import { useItemActs, type ItemState, type OpenItem } from './use-item.ts';

export type AccountVerdict =
  | { readonly verdict: 'approve' }
  | { readonly verdict: 'refuse'; readonly refusal: CardRefusal };

interface OtherAccount {
  readonly id: string;
  /** Its member's. */
  readonly account: string;
}

/** An account that a member is paid on, of whatever kind. */
export interface ReviewedAccount {
  readonly isClear: boolean;
  readonly owner: string;
  readonly holderName: string;
  /** The member's approved name; '' while there is none. */
  readonly realName: string;
  readonly isHolderApproved: boolean;
  /** What is said of the account itself. */
  readonly facts: ReactNode;
  readonly claimedBy: OtherAccount | null;
  readonly alsoWaiting: readonly OtherAccount[];
  readonly addedAt: string;
  readonly waitingSince: string;
  readonly picture?: FileLink | null;
  /** Why this operator may not approve it, although they hold it. */
  readonly notByMe?: string | undefined;
  readonly review: (verdict: AccountVerdict) => Promise<unknown>;
}

interface AccountRoomProps {
  item: OpenItem;
  state: ItemState;
  account: ReviewedAccount;
  onRetry: () => void;
}

/** An account: its holder beside the approved name, what it is, and who else has it. */
export function AccountRoom({ item, state, account, onRetry }: AccountRoomProps) {
  const say = useWords(reviewWords);
  const { picture } = account;
  return (
    <>
      {picture && (
        <Evidence
          label={say('evidence')}
          pictures={[{ item: 'picture', name: say('picture'), link: picture }]}
          onRetry={onRetry}
        />
      )}
      <div className={styles.two}>
        <Compare kind={item.kind} account={account} />
        {account.isClear && <Decide item={item} state={state} account={account} />}
      </div>
    </>
  );
}

function Compare({ kind, account }: { kind: ReviewKindName; account: ReviewedAccount }) {
  const say = useWords(reviewWords);
  const when = useWhen();
  const { holderName, realName, isHolderApproved } = account;
  return (
    <Card className={stackClass}>
      <h2>{say('compare')}</h2>
      <Facts>
        <Fact name={say('holder')}>
          <b className={styles.value}>{holderName}</b>
        </Fact>
        <Fact name={say('approvedName')}>
          {realName === '' ? (
            <Pill tone="refused">{say('noName')}</Pill>
          ) : (
            <span className={styles.compared}>
              <b className={styles.value}>{realName}</b>
              <Pill tone={isHolderApproved ? 'free' : 'refused'}>
                {say(isHolderApproved ? 'matches' : 'differs')}
              </Pill>
            </span>
          )}
        </Fact>
        {account.facts}
        <Fact name={say('duplicates')}>
          <Same kind={kind} account={account} />
        </Fact>
        <Fact name={say('added')}>{when(account.addedAt)}</Fact>
        <Fact name={say('since')}>{when(account.waitingSince)}</Fact>
      </Facts>
    </Card>
  );
}

/** Who else has the account, or waits for it: each leads there. */
function Same({
  kind,
  account: { claimedBy, alsoWaiting },
}: {
  kind: ReviewKindName;
  account: ReviewedAccount;
}) {
  const say = useWords(reviewWords);
  if (claimedBy === null && alsoWaiting.length === 0) return say('claimedNone');
  return (
    <>
      {claimedBy && (
        <Link
          to="/reviews"
          search={{ kind, state: 'approved', id: claimedBy.id }}
          className={componentStyles.rowLink}
        >
          {say('claimedBy', { account: claimedBy.account })}
        </Link>
      )}
      {alsoWaiting.map(({ id, account }) => (
        <Link key={id} to="/reviews" search={{ kind, id }} className={componentStyles.rowLink}>
          {say('alsoWaiting', { account })}
        </Link>
      ))}
    </>
  );
}

type DecideProps = Omit<AccountRoomProps, 'onRetry'>;

const isRefusal = (text: string | undefined): text is CardRefusal =>
  text !== undefined && Object.hasOwn(CARD_REFUSAL_TEXTS, text);

function Decide({ item, state, account }: DecideProps) {
  const say = useWords(reviewWords);
  const language = useLanguage();
  const { decide } = useItemActs(item.kind);
  const [{ refusal }, setDraft] = useDraft(`${item.kind} ${item.id}`);
  const { owner, notByMe } = account;
  const review = (verdict: AccountVerdict, told: string) =>
    void decide.run(async () => {
      await account.review(verdict);
      setDraft({});
    }, told);
  const isApproved = state.state === 'approved';
  const mayApprove = !isApproved && refusal === undefined && notByMe === undefined;
  const approve = () => {
    if (mayApprove) review({ verdict: 'approve' }, say('toldApproved', { account: owner }));
  };
  const refuse = () => {
    if (isRefusal(refusal)) review({ verdict: 'refuse', refusal }, say('toldRefused', { account: owner }));
  };
  const choose = (reason: string) => setDraft(reason === refusal ? {} : { refusal: reason });
  useShortcuts([
    ...(isApproved ? [] : [{ keys: 'a', label: say('approve'), run: approve }]),
    { keys: 'r', label: say('refuse'), run: refuse },
    ...CARD_REFUSALS.map((reason, index) => ({
      keys: String(index + 1),
      label: say('reasonKey', { n: index + 1 }),
      run: () => choose(reason),
    })),
  ]);
  return (
    <Card className={decideStyles.decide}>
      <h2>{say('decideOne')}</h2>
      {notByMe !== undefined && <Notice tone="held">{notByMe}</Notice>}
      <Reasons
        legend={say('cardReason')}
        choices={CARD_REFUSALS.map((reason, index) => ({
          reason,
          text: inLanguage(CARD_REFUSAL_TEXTS[reason], language),
          key: String(index + 1),
        }))}
        value={refusal}
        onChoose={choose}
      />
      <Acts
        approve={isApproved ? undefined : { run: approve, isOff: !mayApprove }}
        refuse={{ run: refuse, isOff: refusal === undefined, label: say('refuse') }}
        isBusy={decide.isBusy}
        why={refusal === undefined ? say('chooseCardReason') : ''}
        error={decide.error}
      />
    </Card>
  );
}
