import {
  AUDIENCES,
  BROADCAST_ACCOUNTS_MAX,
  BROADCAST_KINDS,
  BROADCAST_LINKS,
} from '@holdfast/contract/broadcasts';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { Button, Card, Field, LongField, Notice, Segmented, SelectField, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import type { Draft } from '#state/drafts.ts';
import { useServices } from '#state/services.tsx';
import { AskSheet } from './broadcast-sheets.tsx';
import { broadcastWords } from './broadcasts.words.ts';
import { Preview } from './preview.tsx';
import {
  audienceOf,
  kindOf,
  linkOf,
  MOST,
  readForm,
  valueOf,
  type Message,
  type Problems,
  type TextField,
} from './read-form.ts';

const NONE: Problems = {};

interface FormProps {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  hasFilm: boolean;
  /** Sent, or discarded with all that is typed. */
  onClose: () => void;
}

/** Writes a broadcast, or another one in the place of one that has not begun. What is typed is there again after Back or a reload. */
export function WriteForm({ draft, setDraft, hasFilm, onClose }: FormProps) {
  const say = useWords(broadcastWords);
  const { serverNow } = useServices();
  const [problems, setProblems] = useState(NONE);
  const [asked, setAsked] = useState<Message>();
  const replaces = draft['replaces'];
  const title = replaces === undefined ? say('write') : say('rewrite', { id: replaces });
  const parts = { draft, setDraft, problems };
  return (
    <>
      <Card>
        <form
          className={stackClass}
          aria-label={title}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const read = readForm(draft, serverNow());
            setProblems(read.problems);
            setAsked(read.message);
          }}
        >
          <h2>{title}</h2>
          {replaces !== undefined && <Notice tone="held">{say('rewriteNote')}</Notice>}
          <KindChoice {...parts} hasFilm={hasFilm} />
          <TextFields {...parts} />
          <Whom {...parts} />
          <Field
            type="datetime-local"
            label={say('startsAt')}
            hint={say('startsAtHint')}
            value={draft['startsAt'] ?? ''}
            error={problems.startsAt && say(problems.startsAt)}
            onChange={(event) => setDraft({ ...draft, startsAt: event.target.value })}
          />
          <div className={componentStyles.actions}>
            <Button type="submit">{say('next')}</Button>
            <Button look="quiet" onClick={onClose}>
              {say('clear')}
            </Button>
          </div>
        </form>
      </Card>
      <Preview texts={previewOf(draft)} />
      {asked && <AskSheet message={asked} onDone={onClose} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function previewOf(draft: Draft) {
  const text = (name: TextField) => (draft[name] ?? '').trim();
  if (text('titleZh') === '' && text('titleEn') === '') return undefined;
  return {
    kind: kindOf(draft),
    titleZh: text('titleZh'),
    textZh: text('textZh'),
    titleEn: text('titleEn'),
    textEn: text('textEn'),
  };
}

interface PartProps {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  problems: Problems;
}

function KindChoice({ draft, setDraft, hasFilm }: PartProps & { hasFilm: boolean }) {
  const say = useWords(broadcastWords);
  const language = useLanguage();
  const kind = kindOf(draft);
  const kinds = (['news', 'safety', 'film'] as const).filter((one) => hasFilm || one !== 'film');
  return (
    <>
      <Segmented
        label={say('kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: inLanguage(BROADCAST_KINDS[value], language) }))}
        onChange={(next) => setDraft({ ...draft, kind: next })}
      />
      {!hasFilm && <p className={componentStyles.quiet}>{say('noFilm')}</p>}
      {kind === 'film' && <Notice tone="neutral">{say('filmNote')}</Notice>}
      {kind === 'safety' && <Notice tone="held">{say('safetyNote')}</Notice>}
    </>
  );
}

function TextFields({ draft, setDraft, problems }: PartProps) {
  const say = useWords(broadcastWords);
  const field = (name: TextField) => {
    const problem = problems[name];
    return {
      label: say(name),
      lang: name.endsWith('Zh') ? 'zh-TW' : 'en',
      hint: say('textHint', { max: MOST[name] }),
      maxLength: MOST[name],
      value: draft[name] ?? '',
      error: problem && say(problem),
      onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
    };
  };
  return (
    <>
      <Field {...field('titleZh')} autoComplete="off" />
      <LongField {...field('textZh')} />
      <Field {...field('titleEn')} autoComplete="off" />
      <LongField {...field('textEn')} />
    </>
  );
}

const LEVELS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

function Whom({ draft, setDraft, problems }: PartProps) {
  const say = useWords(broadcastWords);
  const language = useLanguage();
  const audience = audienceOf(draft);
  const change = (name: string) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value });
  const value = { value: valueOf(draft), onChange: change(`value-${audience}`) };
  return (
    <>
      <SelectField label={say('audience')} value={audience} onChange={change('audience')}>
        {Object.entries(AUDIENCES).map(([name, text]) => (
          <option key={name} value={name}>
            {inLanguage(text, language)}
          </option>
        ))}
      </SelectField>
      {audience === 'level' && (
        <SelectField label={say('level')} {...value}>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {say('levelValue', { level })}
            </option>
          ))}
        </SelectField>
      )}
      {audience === 'language' && (
        <SelectField label={say('language')} {...value}>
          <option value="zh-TW">{say('language-zh-TW')}</option>
          <option value="en">{say('language-en')}</option>
        </SelectField>
      )}
      {audience === 'accounts' && (
        <LongField
          label={say('accounts')}
          hint={say('accountsHint', { max: BROADCAST_ACCOUNTS_MAX })}
          error={problems.audienceValue && say(problems.audienceValue)}
          value={draft['value-accounts'] ?? ''}
          maxLength={9000}
          onChange={change('value-accounts')}
        />
      )}
      <SelectField
        label={say('link')}
        hint={say('linkHint')}
        value={linkOf(draft) ?? ''}
        onChange={change('link')}
      >
        <option value="">{say('noLink')}</option>
        {Object.entries(BROADCAST_LINKS).map(([name, text]) => (
          <option key={name} value={name}>
            {inLanguage(text, language)}
          </option>
        ))}
      </SelectField>
    </>
  );
}
