import {
  groupOf,
  SETTING_GROUPS,
  type SettingGroupName,
  type SettingName,
} from '@holdfast/contract/settings';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { Button, buttonClass, stackClass } from '@holdfast/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { settingOf, subjectOf, useSettingText } from '#components/setting-text.ts';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import { ChangeSheet } from './change-form.tsx';
import { History } from './history.tsx';
import type { Setting } from './setting.ts';
import { settingsWords } from './settings.words.ts';

const REFRESH_MS = 20_000;
const GROUPS = Object.keys(SETTING_GROUPS) as SettingGroupName[];

/** What everybody's orders go by: as it is, what comes when, and who has changed it. */
export function SettingsScreen() {
  const say = useWords(settingsWords);
  const language = useLanguage();
  const { name } = useSearch({ from: '/shell/settings' });
  const read = useRead('/operator/setting/list', {}, { refetchMs: REFRESH_MS });
  // By its name: after somebody else's change the sheet shows what holds by then.
  const [chosen, setChosen] = useState<SettingName>();
  const setting = read.data?.settings.find((each) => each.name === chosen);
  const columns = useColumns(setChosen);
  return (
    <Page title={say('title')} note={say('note')}>
      <ReadState read={read}>
        {({ settings }) =>
          GROUPS.map((group) => (
            <section key={group} className={stackClass}>
              <h2>{inLanguage(SETTING_GROUPS[group], language)}</h2>
              <LongTable
                label={inLanguage(SETTING_GROUPS[group], language)}
                columns={columns}
                rows={settings.filter((setting) => groupOf(setting.name) === group)}
                keyOf={(setting) => setting.name}
              />
            </section>
          ))
        }
      </ReadState>
      <History name={name} />
      {setting && <ChangeSheet setting={setting} onClose={() => setChosen(undefined)} />}
    </Page>
  );
}

/** How many requests wait for each setting. Asked for only by whoever may read them; the first page of those that are open has all but the oldest. */
function useAsked(): (setting: Setting) => number {
  const may = useMay();
  const { data } = useRead(
    '/operator/request/list',
    { input: { state: 'open' } },
    { refetchMs: REFRESH_MS, isEnabled: may('requests.read') },
  );
  return ({ name }) => data?.items.filter(({ subject }) => settingOf(subject) === name).length ?? 0;
}

function useColumns(onChange: (name: SettingName) => void): readonly Column<Setting>[] {
  const say = useWords(settingsWords);
  const text = useSettingText();
  const when = useWhen();
  const may = useMay();
  const asked = useAsked();
  return [
    { name: say('setting'), width: '34%', cell: ({ name }) => text.name(name) },
    {
      name: say('now'),
      width: '22%',
      cell: ({ name, value, since }) => (
        <>
          <b>{text.value(name, value)}</b>
          <br />
          <span className={styles.quiet}>
            {since === null ? say('default') : say('since', { when: when(since) })}
          </span>
        </>
      ),
    },
    {
      name: say('next'),
      width: '24%',
      cell: (setting) => (
        <>
          {setting.planned.map(({ id, value, startsAt }) => (
            <div key={id}>
              {say('nextValue', { value: text.value(setting.name, value), when: when(startsAt) })}
            </div>
          ))}
          {asked(setting) > 0 && (
            <Link to="/requests" search={{ subject: subjectOf(setting.name) }} className={styles.rowLink}>
              {say('asked', { count: asked(setting) })}
            </Link>
          )}
          {setting.planned.length === 0 && asked(setting) === 0 && (
            <span className={styles.quiet}>{say('noNext')}</span>
          )}
        </>
      ),
    },
    {
      name: say('menu'),
      isAct: true,
      cell: (setting) => (
        <div className={styles.actions}>
          {may('settings.manage') && (
            <Button look="quiet" onClick={() => onChange(setting.name)}>
              {say('change')}
            </Button>
          )}
          <Link to="/settings" search={{ name: setting.name }} className={buttonClass({ look: 'quiet' })}>
            {say('history')}
          </Link>
        </div>
      ),
    },
  ];
}
