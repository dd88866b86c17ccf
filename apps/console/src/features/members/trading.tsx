import type { CallOutput } from '@holdfast/contract/calls';
import { OWN_LOCKS_MAX, rankOf, type SortCode } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { Button, Card, Fact, Facts, Notice, SelectField, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { SortCodeSheet } from '#components/sort-code-sheet.tsx';
import { useMay } from '#state/services.tsx';
import { CancelFacts, ClearCancels } from './cancels.tsx';
import { memberWords } from './members.words.ts';
import { MEMBER_READS } from './touched.ts';

type Detail = CallOutput<'/operator/member/detail/{account}'>;
type Sheet = 'sortCode' | 'locksMax' | 'multiLocks';

/** Where the member stands in the market, and what may be locked; both can be changed here. */
export function Trading({ member: { account, role }, trading }: Pick<Detail, 'member' | 'trading'>) {
  const say = useWords(memberWords);
  const may = useMay();
  const [sheet, setSheet] = useState<Sheet>();
  const close = () => setSheet(undefined);
  const rank = (one: SortCode) => say('rank', { rank: rankOf(one), code: one.code, offset: one.offset });
  const { ofRole, ofMember, locksMax, ownLocksMax, liveLocks: live, multiLocks } = trading;
  return (
    <Card className={stackClass}>
      <h2>{say('trading')}</h2>
      <Facts>
        <Fact name={`${say('ofRole')} · ${say(role)}`}>{rank(ofRole)}</Fact>
        <Fact name={say('ofMember')}>{rank(ofMember)}</Fact>
        <Fact name={say('locksMax')}>
          {say(ownLocksMax === null ? 'locksMaxByLevel' : 'locksMaxOwn', { max: locksMax, live })}
        </Fact>
        <Fact name={say('multiLocks')}>{say(multiLocks ? 'allowedState' : 'forbiddenState')}</Fact>
        <CancelFacts cancels={trading.cancels} />
      </Facts>
      {may('members.risk') && (
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => setSheet('sortCode')}>
            {say('setSortCode')}
          </Button>
          <Button look="quiet" onClick={() => setSheet('locksMax')}>
            {say('setLocksMax')}
          </Button>
          <Button look="quiet" onClick={() => setSheet('multiLocks')}>
            {say('setMultiLocks')}
          </Button>
        </div>
      )}
      <div className={styles.actions}>
        <ClearCancels account={account} cancels={trading.cancels} />
      </div>
      {sheet === 'sortCode' && <MemberSortCode account={account} sortCode={ofMember} onClose={close} />}
      {sheet === 'locksMax' && <LocksMax account={account} own={ownLocksMax} onClose={close} />}
      {sheet === 'multiLocks' && <MultiLocks account={account} isAllowed={multiLocks} onClose={close} />}
    </Card>
  );
}

function MemberSortCode({
  account,
  sortCode,
  onClose,
}: {
  account: string;
  sortCode: SortCode;
  onClose: () => void;
}) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  return (
    <SortCodeSheet
      whose={account}
      sortCode={sortCode}
      touches={MEMBER_READS}
      onClose={onClose}
      onChange={async ({ which, value, reason }) => {
        if (which === 'code')
          await callApi('/member/set-member-sort-code', { input: { account, sortCode: value, reason } });
        else
          await callApi('/member/set-member-sort-code-offset', { input: { account, offset: value, reason } });
        tell(say('sortCodeSet'));
      }}
    />
  );
}

const CHOICES = Array.from({ length: OWN_LOCKS_MAX + 1 }, (_, n) => String(n));

function LocksMax({ account, own, onClose }: { account: string; own: number | null; onClose: () => void }) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  const [max, setMax] = useState(own === null ? 'level' : String(own));
  return (
    <ReasonDialog
      title={say('setLocksMax')}
      draft={`why locks of ${account}`}
      whom={account}
      confirm={say('confirm')}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/api/v1/members/set-max-number-of-order-locks/{account}', {
          params: { account },
          input: { max, reason },
        });
        tell(say('locksMaxSet'));
      }}
    >
      <SelectField label={say('newLocksMax')} value={max} onChange={(event) => setMax(event.target.value)}>
        <option value="level">{say('asLevel')}</option>
        {CHOICES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}

function MultiLocks({
  account,
  isAllowed,
  onClose,
}: {
  account: string;
  isAllowed: boolean;
  onClose: () => void;
}) {
  const say = useWords(memberWords);
  const { callApi } = useClient();
  const tell = useToast();
  const multiLocks = isAllowed ? 'forbidden' : 'allowed';
  return (
    <ReasonDialog
      title={say('multiLocks')}
      draft={`why several locks of ${account}`}
      whom={account}
      confirm={say(isAllowed ? 'forbidMultiLocks' : 'allowMultiLocks')}
      touches={MEMBER_READS}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/api/v1/members/set-multi-locks/{account}', {
          params: { account },
          input: { multiLocks, reason },
        });
        tell(say('multiLocksSet'));
      }}
    >
      <Notice tone="neutral">{say('multiLocksNote')}</Notice>
    </ReasonDialog>
  );
}
