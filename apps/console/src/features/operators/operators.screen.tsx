import { useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { Button, Pill, type Tone } from '@holdfast/ui';
import { useState } from 'react';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useRoleName } from '#components/role-name.tsx';
import { useWhen } from '#components/use-when.ts';
import { useOperator } from '#state/services.tsx';
import { AddSheet, ChangeSheet, type Change } from './operator-sheets.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import type { OperatorRow } from './operator-row.ts';
import { operatorWords } from './operators.words.ts';

type State = 'suspended' | 'waiting' | 'signedIn' | 'enrolled';
const TONES: Readonly<Record<State, Tone>> = {
  suspended: 'refused',
  waiting: 'held',
  signedIn: 'free',
  enrolled: 'neutral',
};

function stateOf({ isDisabled, isEnrolled, isSignedIn }: OperatorRow): State {
  if (isDisabled) return 'suspended';
  if (!isEnrolled) return 'waiting';
  return isSignedIn ? 'signedIn' : 'enrolled';
}

/** Who runs the product. */
export function OperatorsScreen() {
  const say = useWords(operatorWords);
  const list = useRead('/operator/administration/list', {});
  const [isAdding, setAdding] = useState(false);
  const [change, setChange] = useState<Change>();
  const columns = useColumns(setChange);
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={<Button onClick={() => setAdding(true)}>{say('add')}</Button>}
    >
      <ReadState read={list}>
        {({ operators }) => (
          <LongTable label={say('title')} columns={columns} rows={operators} keyOf={({ email }) => email} />
        )}
      </ReadState>
      {isAdding && <AddSheet onClose={() => setAdding(false)} />}
      {change && <ChangeSheet {...change} onClose={() => setChange(undefined)} />}
    </Page>
  );
}

function useColumns(onChoose: (change: Change) => void): readonly Column<OperatorRow>[] {
  const say = useWords(operatorWords);
  const when = useWhen();
  const roleName = useRoleName();
  const me = useOperator();
  return [
    {
      name: say('name'),
      cell: ({ name, email }) => (
        <>
          {name} {email === me?.email && <small>({say('you')})</small>}
        </>
      ),
    },
    { name: say('email'), cell: ({ email }) => email },
    { name: say('role'), cell: ({ role }) => roleName(role) },
    { name: say('state'), cell: (row) => <Pill tone={TONES[stateOf(row)]}>{say(stateOf(row))}</Pill> },
    {
      name: say('active'),
      isExtra: true,
      cell: ({ activeAt }) => (activeAt === null ? say('never') : when(activeAt)),
    },
    { name: say('menu'), isAct: true, cell: (row) => <OperatorMenu operator={row} onChoose={onChoose} /> },
  ];
}
