import type { CallOutput } from '@holdfast/contract/calls';
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  REQUEST_KINDS,
  type AuditAction,
  type RequestKindName,
} from '@holdfast/contract/operators';
import { exactTime, inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Field, SelectField } from '@holdfast/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import componentStyles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useShortcuts } from '#components/shortcuts.tsx';
import { auditWords } from './audit.words.ts';

type Line = CallOutput<'/operator/audit/list'>['items'][number];

interface Filters {
  person?: string;
  subject?: string;
  action?: AuditAction;
  from?: string;
  to?: string;
}

/** Who did what to what, the newest first. The filters stand in the address. */
export function AuditScreen() {
  const say = useWords(auditWords);
  const navigate = useNavigate();
  const filters = useSearch({ from: '/shell/audit' });
  const list = usePages('/operator/audit/list', filters, { keepsPrevious: true });
  const go = (search: Filters) => void navigate({ to: '/audit', search });
  const columns = useColumns();
  return (
    <Page title={say('title')} note={say('note')}>
      <FilterForm key={JSON.stringify(filters)} filters={filters} onSearch={go} />
      <ReadState read={list}>
        {(lines) => (
          <LongTable
            label={say('title')}
            columns={columns}
            rows={lines}
            keyOf={({ id }) => id}
            pages={list}
            onClear={Object.keys(filters).length > 0 ? () => go({}) : undefined}
          />
        )}
      </ReadState>
    </Page>
  );
}

/** What the log writes before a name, so that a machine can tell kinds apart. */
const PREFIX = /^(operator|member|question):/;

type PlainWord = Extract<keyof (typeof auditWords)['en'], `${'detail' | 'value'}-${string}`>;
const isWord = (key: string): boolean => Object.hasOwn(auditWords.en, key);
const isKind = (text: string): text is RequestKindName => Object.hasOwn(REQUEST_KINDS, text);

function useColumns(): readonly Column<Line>[] {
  const say = useWords(auditWords);
  const language = useLanguage();
  const nameOf = ({ person, actor }: Line) => {
    if (person !== '') return person;
    return actor.startsWith('device:') ? say('device') : actor === 'system' ? say('system') : actor;
  };
  const detailText = ({ name, value }: Line['detail'][number]) => {
    const kind = isKind(value) ? inLanguage(REQUEST_KINDS[value], language) : value;
    const told = isWord(`value-${value}`) ? say(`value-${value}` as PlainWord) : kind;
    return `${isWord(`detail-${name}`) ? say(`detail-${name}` as PlainWord) : name}: ${told}`;
  };
  return [
    { name: say('when'), cell: ({ at }) => <time dateTime={at}>{exactTime(at, language)}</time> },
    { name: say('person'), cell: nameOf },
    { name: say('action'), cell: ({ action }) => inLanguage(AUDIT_ACTIONS[action], language) },
    {
      name: say('subject'),
      cell: ({ subject }) => <span className={componentStyles.mono}>{subject.replace(PREFIX, '')}</span>,
    },
    {
      name: say('detail'),
      isExtra: true,
      cell: ({ detail }) => (
        <span className={componentStyles.quiet}>{detail.map(detailText).join(' · ')}</span>
      ),
    },
    {
      name: say('link'),
      isExtra: true,
      cell: ({ link }) => (
        <span className={componentStyles.mono} title={link ?? undefined}>
          {link === null ? say('linking') : shortLink(link)}
        </span>
      ),
    },
  ];
}

const HASH_SHOWN = 8;
const shortLink = (link: string): string => {
  const [seq = '', hash = ''] = link.split(':');
  return `${seq} · ${hash.slice(0, HASH_SHOWN)}`;
};

function FilterForm({ filters, onSearch }: { filters: Filters; onSearch: (filters: Filters) => void }) {
  const say = useWords(auditWords);
  const language = useLanguage();
  const [typed, setTyped] = useState<Filters>(filters);
  const first = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: say('focusSearch'), run: () => first.current?.focus() }]);
  const field = (name: 'person' | 'subject' | 'from' | 'to') => ({
    label: say(name),
    value: typed[name] ?? '',
    onChange: (event: { target: { value: string } }) => setTyped(withField(typed, name, event.target.value)),
  });
  return (
    <form
      role="search"
      className={componentStyles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed);
      }}
    >
      <div className={componentStyles.filters}>
        <Field
          {...field('person')}
          ref={first}
          hint={say('personHint')}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field {...field('subject')} hint={say('subjectHint')} autoCapitalize="none" spellCheck={false} />
        <SelectField
          label={say('action')}
          value={typed.action ?? ''}
          onChange={(event) => setTyped(withField(typed, 'action', event.target.value))}
        >
          <option value="">{say('anyAction')}</option>
          {AUDIT_ACTION_NAMES.map((action) => (
            <option key={action} value={action}>
              {inLanguage(AUDIT_ACTIONS[action], language)}
            </option>
          ))}
        </SelectField>
        <Field {...field('from')} type="date" />
        <Field {...field('to')} type="date" />
      </div>
      <div className={componentStyles.actions}>
        <Button type="submit">{say('search')}</Button>
        {Object.keys(filters).length > 0 && (
          <Button look="quiet" onClick={() => onSearch({})}>
            {say('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Sets a field, or takes it away where nothing is typed. */
function withField(filters: Filters, name: keyof Filters, value: string): Filters {
  const { [name]: _, ...rest } = filters;
  return value.trim() === '' ? rest : { ...rest, [name]: value.trim() };
}
