import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Pill } from '@holdfast/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import type { Block, Filters } from './block.ts';
import { FilterForm } from './filter-form.tsx';
import { AddSheet, LiftSheet, UntilSheet } from './register-block-sheets.tsx';
import { registerBlockWords } from './register-block.words.ts';

type Sheet = { readonly kind: 'change' | 'lift'; readonly block: Block } | { readonly kind: 'add' };

/** Who may not register. The filters stand in the address. */
export function RegisterBlockScreen() {
  const say = useWords(registerBlockWords);
  const navigate = useNavigate();
  const filters = useSearch({ from: '/shell/register-block' });
  const list = usePages('/register-block/list', filters, { keepsPrevious: true });
  const [sheet, setSheet] = useState<Sheet>();
  const close = () => setSheet(undefined);
  const go = (search: Filters) => void navigate({ to: '/register-block', search });
  const columns = useColumns(setSheet);
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={<Button onClick={() => setSheet({ kind: 'add' })}>{say('add')}</Button>}
    >
      <FilterForm key={JSON.stringify(filters)} filters={filters} onSearch={go} />
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            name="register-block"
            label={say('title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            pages={list}
            onClear={Object.keys(filters).length > 0 ? () => go({}) : undefined}
          />
        )}
      </ReadState>
      {sheet?.kind === 'add' && <AddSheet onClose={close} />}
      {sheet?.kind === 'change' && <UntilSheet block={sheet.block} onClose={close} />}
      {sheet?.kind === 'lift' && <LiftSheet block={sheet.block} onClose={close} />}
    </Page>
  );
}

function useColumns(open: (sheet: Sheet) => void): readonly Column<Block>[] {
  const say = useWords(registerBlockWords);
  const when = useWhen();
  return [
    { name: say('kind'), cell: ({ kind }) => say(`kind-${kind}`) },
    { name: say('pattern'), cell: ({ shown }) => <span className={styles.mono}>{shown}</span> },
    {
      name: say('state'),
      cell: ({ isLive }) => (
        <Pill tone={isLive ? 'refused' : 'neutral'}>{say(isLive ? 'live' : 'ended')}</Pill>
      ),
    },
    {
      id: 'until',
      name: say('until'),
      cell: ({ endsAt }) => (endsAt === null ? say('never') : when(endsAt)),
    },
    {
      id: 'hits',
      name: say('hits'),
      isExtra: true,
      cell: ({ hits, hitAt }) =>
        hitAt === null ? say('noHits') : say('hitsAt', { count: hits, when: when(hitAt) }),
    },
    {
      id: 'reason',
      name: say('reason'),
      isExtra: true,
      // In one column with who added it: a window of 1280 has no room for both.
      cell: ({ reason, addedBy, addedAt }) => (
        <>
          {reason}
          <div className={styles.quiet}>{say('by', { who: addedBy, when: when(addedAt) })}</div>
        </>
      ),
    },
    {
      name: say('menu'),
      isAct: true,
      cell: (block) =>
        block.isLive && (
          <div className={styles.actions}>
            <Button look="quiet" onClick={() => open({ kind: 'change', block })}>
              {say('change')}
            </Button>
            <Button look="quiet" onClick={() => open({ kind: 'lift', block })}>
              {say('lift')}
            </Button>
          </div>
        ),
    },
  ];
}
