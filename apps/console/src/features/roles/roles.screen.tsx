import type { CallOutput } from '@holdfast/contract/calls';
import { rankOf } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { Button, buttonClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { SortCodeSheet, type SortCodeChange } from '#components/sort-code-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import { rolesWords } from './roles.words.ts';

type Role = CallOutput<'/operator/role/list'>['roles'][number];

/** In which order roles stand in the market. */
export function RolesScreen() {
  const say = useWords(rolesWords);
  const list = useRead('/operator/role/list', {});
  const [chosen, setChosen] = useState<Role>();
  const columns = useColumns(setChosen);
  const change = useChange();
  return (
    <Page title={say('title')} note={say('note')}>
      <ReadState read={list}>
        {({ roles }) => (
          <LongTable label={say('title')} columns={columns} rows={roles} keyOf={({ role }) => role} />
        )}
      </ReadState>
      {chosen && (
        <SortCodeSheet
          whose={say(chosen.role)}
          sortCode={chosen}
          touches={['/operator/role/list', '/operator/member/detail/{account}']}
          onChange={(to) => change(chosen.role, to)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Page>
  );
}

function useChange() {
  const say = useWords(rolesWords);
  const { callApi } = useClient();
  const tell = useToast();
  return async (role: Role['role'], { which, value, reason }: SortCodeChange) => {
    if (which === 'code')
      await callApi('/api/v1/members/set-role-sort-code', { input: { role, sortCode: value, reason } });
    else
      await callApi('/api/v1/members/set-role-sort-code-offset', { input: { role, offset: value, reason } });
    tell(say('done'));
  };
}

function useColumns(onChoose: (role: Role) => void): readonly Column<Role>[] {
  const say = useWords(rolesWords);
  const when = useWhen();
  const may = useMay();
  return [
    { name: say('role'), cell: ({ role }) => say(role) },
    { name: say('rank'), cell: (role) => rankOf(role) },
    { name: say('code'), isExtra: true, cell: ({ code }) => code },
    { name: say('offset'), isExtra: true, cell: ({ offset }) => offset },
    {
      name: say('changed'),
      isExtra: true,
      cell: ({ changed }) =>
        changed === null ? say('never') : say('by', { when: when(changed.at), who: changed.by }),
    },
    {
      name: say('menu'),
      isAct: true,
      cell: (row) => (
        <div className={styles.actions}>
          <Button look="quiet" onClick={() => onChoose(row)}>
            {say('change')}
          </Button>
          {may('audit.read') && (
            <Link
              to="/audit"
              search={{ subject: `role:${row.role}` }}
              className={buttonClass({ look: 'quiet' })}
            >
              {say('history')}
            </Link>
          )}
        </div>
      ),
    },
  ];
}
