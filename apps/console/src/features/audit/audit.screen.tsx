import type { CallOutput } from '@holdfast/contract/calls';
import { CARD_REFUSAL_TEXTS, REAL_NAME_REASONS } from '@holdfast/contract/member';
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_DETAILS,
  REQUEST_KINDS,
  REVIEW_KINDS,
  type AuditAction,
  type AuditDetail,
} from '@holdfast/contract/operators';
import { RULING_REASONS, RULINGS } from '@holdfast/contract/orders';
import { exactTime, inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { cx, Field } from '@holdfast/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import componentStyles from '#components/components.module.css';
import { ChoiceField } from '#components/choice-field.tsx';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { SearchForm } from '#components/search-form.tsx';
import { settingOf, useSettingText } from '#components/setting-text.ts';
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
            name="audit"
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

/** What the log writes before an account, so that a machine can tell kinds apart. */
const PREFIX = /^(operator|member|role):/;
/** What is known by its number alone is shown with its kind: a bare number says nothing. */
const NUMBERED = /^(question|register-block|maintenance|order|dead-letter|broadcast):(\d+)$/;
const SEARCH = 'search:';
/** The details that hold a value of the setting that a line is about. */
const SETTING_VALUES = ['before', 'after', 'value'];

type NumberedKind = 'question' | 'register-block' | 'maintenance' | 'order' | 'dead-letter' | 'broadcast';
type PlainWord = Extract<keyof (typeof auditWords)['en'], `${'value' | 'role'}-${string}`>;
const isWord = (key: string): boolean => Object.hasOwn(auditWords.en, key);

type Texts = Readonly<Record<string, { readonly zhTW: string; readonly en: string }>>;
/** What a name of the log means where the contract has texts for it. */
const MEANINGS: Texts = {
  ...RULINGS,
  ...REQUEST_KINDS,
  ...REVIEW_KINDS,
  ...REAL_NAME_REASONS,
  ...CARD_REFUSAL_TEXTS,
};
/** Of a ruling it is one of these; all other reasons were typed. */
const RULED_BECAUSE: Texts = RULING_REASONS;
const LINE = /^line-(\d+)$/;
const IDENTITY_LIST = 'real-name:list';
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Says what a line of the log holds in words. */
function useLineTexts() {
  const say = useWords(auditWords);
  const language = useLanguage();
  const settingText = useSettingText();
  const nameOf = ({ person, actor }: Line) => {
    if (person !== '') return person;
    return actor.startsWith('device:') ? say('device') : actor === 'system' ? say('system') : actor;
  };
  const wordOf = (value: string) => {
    const meaning = Object.hasOwn(MEANINGS, value) ? MEANINGS[value] : undefined;
    if (meaning) return inLanguage(meaning, language);
    if (TIME.test(value)) return exactTime(value, language);
    const [, number] = LINE.exec(value) ?? [];
    if (number !== undefined) return say('line', { number });
    return isWord(`value-${value}`) ? say(`value-${value}` as PlainWord) : value;
  };
  const subjectText = (subject: string) => {
    if (subject.startsWith(SEARCH)) return wordOf(subject.slice(SEARCH.length));
    if (subject === IDENTITY_LIST) return say('identityList');
    const setting = settingOf(subject);
    if (setting) return settingText.name(setting);
    const [, kind, number = ''] = NUMBERED.exec(subject) ?? [];
    if (kind !== undefined) return say(`numbered-${kind as NumberedKind}`, { number });
    const key = subject.replace(':', '-');
    return isWord(key) ? say(key as PlainWord) : subject.replace(PREFIX, '');
  };
  const valueText = (subject: string, { name, value }: Line['detail'][number]) => {
    if (name === 'reason') {
      const ruled = Object.hasOwn(RULED_BECAUSE, value) ? RULED_BECAUSE[value] : undefined;
      // What somebody has typed is shown as it is.
      return ruled ? inLanguage(ruled, language) : value;
    }
    const setting = settingOf(subject);
    return setting && SETTING_VALUES.includes(name) ? settingText.value(setting, value) : wordOf(value);
  };
  const detailText = (subject: string, detail: Line['detail'][number]) => {
    const { name } = detail;
    const label = Object.hasOwn(AUDIT_DETAILS, name) ? AUDIT_DETAILS[name as AuditDetail] : undefined;
    return say('pair', {
      name: label ? inLanguage(label, language) : name,
      value: valueText(subject, detail),
    });
  };
  return { nameOf, subjectText, detailText };
}

function useColumns(): readonly Column<Line>[] {
  const say = useWords(auditWords);
  const language = useLanguage();
  const { nameOf, subjectText, detailText } = useLineTexts();
  return [
    { name: say('when'), cell: ({ at }) => <time dateTime={at}>{exactTime(at, language)}</time> },
    { id: 'person', name: say('person'), cell: nameOf },
    { name: say('action'), cell: ({ action }) => inLanguage(AUDIT_ACTIONS[action], language) },
    {
      id: 'subject',
      name: say('subject'),
      cell: ({ subject }) => <span className={componentStyles.mono}>{subjectText(subject)}</span>,
    },
    {
      id: 'detail',
      name: say('detail'),
      isExtra: true,
      cell: ({ subject, detail }) => (
        <span className={componentStyles.quiet}>
          {detail.map((one) => detailText(subject, one)).join(' · ')}
        </span>
      ),
    },
    {
      id: 'link',
      name: say('link'),
      isExtra: true,
      cell: ({ link }) => (
        <span className={cx(componentStyles.mono, componentStyles.short)} title={link ?? undefined}>
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
    <SearchForm
      onSearch={() => onSearch(typed)}
      onClear={Object.keys(filters).length > 0 ? () => onSearch({}) : undefined}
    >
      <Field
        {...field('person')}
        ref={first}
        hint={say('personHint')}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field {...field('subject')} hint={say('subjectHint')} autoCapitalize="none" spellCheck={false} />
      <ChoiceField
        label={say('action')}
        any={say('anyAction')}
        value={typed.action}
        choices={AUDIT_ACTION_NAMES.map((value) => ({
          value,
          label: inLanguage(AUDIT_ACTIONS[value], language),
        }))}
        onChange={(action) => {
          const { action: _, ...others } = typed;
          setTyped(action === undefined ? others : { ...others, action });
        }}
      />
      <Field {...field('from')} type="date" />
      <Field {...field('to')} type="date" />
    </SearchForm>
  );
}

/** Sets a field, or takes it away where nothing is typed. */
function withField(filters: Filters, name: Exclude<keyof Filters, 'action'>, value: string): Filters {
  const { [name]: _, ...rest } = filters;
  return value.trim() === '' ? rest : { ...rest, [name]: value.trim() };
}
