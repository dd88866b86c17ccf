import type { SettingName } from '@holdfast/contract/settings';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, buttonClass, Card, EmptyState, Pill, stackClass, type Tone } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useSettingText } from '#components/setting-text.ts';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import { WithdrawSheet } from './confirm-sheet.tsx';
import type { Past } from './setting.ts';
import { settingsWords } from './settings.words.ts';

const TONES: Readonly<Record<Past['state'], Tone>> = {
  planned: 'held',
  current: 'free',
  past: 'neutral',
  withdrawn: 'refused',
};

/** Who has set what from when on, and why. The address says of which setting. */
export function History({ name }: { name: SettingName | undefined }) {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const list = usePages('/operator/setting/history', name === undefined ? {} : { name }, {
    keepsPrevious: true,
  });
  const [withdrawing, setWithdrawing] = useState<Past>();
  const columns = useColumns(setWithdrawing);
  const title = name === undefined ? say('history') : say('historyOf', { name: text.name(name) });
  return (
    <section className={stackClass}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {name !== undefined && (
          <Link to="/settings" className={buttonClass({ look: 'quiet' })}>
            {say('allHistory')}
          </Link>
        )}
      </div>
      <ReadState read={list}>
        {(rows) =>
          rows.length === 0 ? (
            <Card>
              <EmptyState title={say('noHistory')} />
            </Card>
          ) : (
            <LongTable
              name="settings"
              label={title}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              pages={list}
            />
          )
        }
      </ReadState>
      {withdrawing && (
        <WithdrawSheet
          name={withdrawing.name}
          planned={withdrawing}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </section>
  );
}

function useColumns(onWithdraw: (change: Past) => void): readonly Column<Past>[] {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const when = useWhen();
  const may = useMay();
  return [
    { name: say('setting'), cell: ({ name }) => text.name(name) },
    { name: say('value'), cell: ({ name, value }) => text.value(name, value) },
    { name: say('startsAt'), cell: ({ startsAt }) => when(startsAt) },
    { name: say('state'), cell: ({ state }) => <Pill tone={TONES[state]}>{say(state)}</Pill> },
    {
      id: 'setBy',
      name: say('setBy'),
      isExtra: true,
      cell: ({ setBy, setAt, approvedBy }) => (
        <div className={styles.quiet}>
          {say('by', { who: setBy, when: when(setAt) })}
          {approvedBy !== null && <div>{say('approvedBy', { who: approvedBy })}</div>}
        </div>
      ),
    },
    {
      id: 'reason',
      name: say('reason'),
      isExtra: true,
      cell: ({ reason, withdrawn }) => (
        <>
          {reason}
          {withdrawn && (
            <div className={styles.quiet}>
              {say('withdrawnBy', { who: withdrawn.by, when: when(withdrawn.at), reason: withdrawn.reason })}
            </div>
          )}
        </>
      ),
    },
    {
      name: say('menu'),
      isAct: true,
      cell: (change) =>
        change.state === 'planned' &&
        may('settings.manage') && (
          <Button look="quiet" onClick={() => onWithdraw(change)}>
            {say('withdraw')}
          </Button>
        ),
    },
  ];
}
