import type { ErrorName } from '@holdfast/contract/errors';
import { needsTwo, ruleOf } from '@holdfast/contract/settings';
import { useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { feeMinor, formatAmount, minor } from '@holdfast/kernel';
import { formatMoney, Notice } from '@holdfast/ui';
import styles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useSettingText } from '#components/setting-text.ts';
import { useToast } from '#components/toast.tsx';
import { useWhen } from '#components/use-when.ts';
import type { Change } from './read-change.ts';
import type { Past, Planned, Setting } from './setting.ts';
import { settingsWords } from './settings.words.ts';

const SHOWN: readonly ErrorName[] = [
  'SETTING_CHANGED',
  'SETTING_IN_PAST',
  'SETTING_NOT_PLANNED',
  'NOTHING_CHANGES',
  'PARAMETERS_INVALID',
  'ROLE_NOT_ALLOWED',
  'RATE_LIMITED',
];

/** Of which a fee is shown as it is and as it will be. */
const EXAMPLE = minor('TWD', 1_000_000n);

const TOUCHED = [
  '/operator/setting/list',
  '/operator/setting/history',
  '/operator/request/list',
  '/operator/me',
] as const;

interface ConfirmProps {
  change: Change;
  onDone: () => void;
  onBack: () => void;
  onClose: () => void;
}

/** Says what will happen, and asks why. */
export function ConfirmSheet({ change, onDone, onBack, onClose }: ConfirmProps) {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const { callApi } = useClient();
  const tell = useToast();
  const { name, value, seen, startsAt } = change;
  const isAsked = needsTwo(name);
  return (
    <ReasonDialog
      title={text.name(name)}
      confirm={say(isAsked ? 'ask' : 'confirm')}
      draft={`setting reason ${name}`}
      touches={TOUCHED}
      shows={SHOWN}
      onClose={onBack}
      onConfirm={async (reason) => {
        const input = { name, value, seen, reason, ...(startsAt !== undefined && { startsAt }) };
        await callApi('/operator/setting/change', { input });
        tell(say(isAsked ? 'askDone' : startsAt === undefined ? 'changeDone' : 'plannedDone'));
        onDone();
        onClose();
      }}
    >
      <WhatHappens change={change} />
    </ReasonDialog>
  );
}

function WhatHappens({ change }: { change: Change }) {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const when = useWhen();
  const { name, value, seen, startsAt, until } = change;
  const isAsked = needsTwo(name);
  const start =
    startsAt === undefined
      ? say(isAsked ? 'startApproved' : 'startNow')
      : say('startAt', { when: when(startsAt) });
  const said = {
    name: text.name(name),
    before: text.value(name, seen),
    after: text.value(name, value),
    start,
  };
  const fee = (basisPoints: string) =>
    formatMoney(formatAmount('TWD', feeMinor(EXAMPLE, Number(basisPoints))));
  return (
    <>
      <Notice tone="held">{say('willChange', said)}</Notice>
      <div className={styles.quiet}>
        {until !== undefined && <p>{say('willEnd', { when: when(until) })}</p>}
        {ruleOf(name).unit === 'basisPoints' && (
          <p>
            {say('example', {
              quantity: formatMoney(formatAmount('TWD', EXAMPLE)),
              before: fee(seen),
              after: fee(value),
            })}
          </p>
        )}
        <p>{text.effect(name)}</p>
        {isAsked && <p>{say('needsTwo')}</p>}
      </div>
    </>
  );
}

interface WithdrawProps {
  name: Setting['name'];
  planned: Pick<Planned | Past, 'id' | 'value'>;
  onClose: () => void;
}

export function WithdrawSheet({ name, planned: { id, value }, onClose }: WithdrawProps) {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const { callApi } = useClient();
  const tell = useToast();
  return (
    <ReasonDialog
      title={say('withdrawTitle')}
      confirm={say('withdraw')}
      draft={`why withdraw setting ${id}`}
      touches={TOUCHED}
      isDangerous
      shows={SHOWN}
      onClose={onClose}
      onConfirm={async (reason) => {
        await callApi('/operator/setting/withdraw', { input: { id, reason } });
        tell(say('withdrawDone'));
      }}
    >
      <Notice tone="held">
        {say('withdrawWhat', { name: text.name(name), value: text.value(name, value) })}
      </Notice>
    </ReasonDialog>
  );
}
