import type { CallOutput } from '@holdfast/contract/calls';
import { personalReadings } from '@holdfast/contract/rules';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Field } from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { useWhen } from '#components/use-when.ts';
import { MemberState } from './member-state.tsx';
import { memberWords } from './members.words.ts';

type Row = CallOutput<'/member/appbk/memberList'>['items'][number];

/** The members, the newest first, or those that a search finds. */
export function MembersScreen() {
  const say = useWords(memberWords);
  const navigate = useNavigate();
  const { search: linked } = useSearch({ from: '/shell/members' });
  const [personal, setPersonal] = useState<string>();
  const search = personal ?? linked;
  const list = usePages('/member/appbk/memberList', search === undefined ? {} : { search }, {
    keepsPrevious: true,
  });
  const columns = useColumns();
  const go = (typed: string) => {
    const sought = typed.trim();
    // An address is kept by the browser and sent around: nothing personal stands in it.
    const isPersonal = personalReadings(sought).length > 0;
    setPersonal(isPersonal ? sought : undefined);
    void navigate({ to: '/members', search: isPersonal || sought === '' ? {} : { search: sought } });
  };
  return (
    <Page title={say('title')} note={say('note')}>
      <SearchForm key={search} search={search ?? ''} onSearch={go} />
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            name="members"
            label={say('title')}
            columns={columns}
            rows={rows}
            keyOf={({ uid }) => uid}
            pages={list}
            onClear={search === undefined ? undefined : () => go('')}
          />
        )}
      </ReadState>
    </Page>
  );
}

function SearchForm({ search, onSearch }: { search: string; onSearch: (typed: string) => void }) {
  const say = useWords(memberWords);
  const [typed, setTyped] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: say('focusSearch'), run: () => field.current?.focus() }]);
  return (
    <form
      role="search"
      className={styles.searchOne}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed);
      }}
    >
      <Field
        ref={field}
        label={say('search')}
        hint={say('searchHint')}
        value={typed}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit">{say('go')}</Button>
        {search !== '' && (
          <Button look="quiet" onClick={() => onSearch('')}>
            {say('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

function useColumns(): readonly Column<Row>[] {
  const say = useWords(memberWords);
  const when = useWhen();
  return [
    {
      name: say('account'),
      cell: ({ account }) => (
        <Link to="/member" search={{ account }} className={styles.rowLink}>
          {account}
        </Link>
      ),
    },
    { id: 'nick', name: say('nick'), isExtra: true, cell: ({ nick }) => nick },
    { id: 'level', name: say('level'), isExtra: true, cell: ({ level }) => level },
    { id: 'realName', name: say('realName'), cell: ({ realNameStatus }) => say(`status-${realNameStatus}`) },
    {
      id: 'mobile',
      name: say('mobile'),
      isExtra: true,
      cell: ({ mobile }) => <span className={styles.mono}>{mobile}</span>,
    },
    { id: 'state', name: say('state'), cell: (row) => <MemberState member={row} /> },
    {
      id: 'registered',
      name: say('registered'),
      isExtra: true,
      cell: ({ registeredAt }) => when(registeredAt),
    },
  ];
}
