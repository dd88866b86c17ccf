import { Menu } from '@base-ui/react/menu';
import { LANGUAGE_OPTIONS, useWords } from '@holdfast/client/i18n';
import { useClient } from '@holdfast/client/services';
import { useAction } from '@holdfast/client/calls';
import type { OperatorRole } from '@holdfast/contract/operators';
import { Avatar } from '@holdfast/ui';
import { useRoleName } from '#components/role-name.tsx';
import { useServices, useSettings } from '#state/services.tsx';
import { THEMES } from '#state/settings.ts';
import styles from './shell.module.css';
import { shellWords } from './shell.words.ts';

const THEME_NAMES = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;
/** zh-CN has no table of its own here: its readers read zh-TW. */
const LANGUAGES = LANGUAGE_OPTIONS.filter(({ value }) => value !== 'zh-CN');

interface AccountMenuProps {
  operator: { readonly email: string; readonly name: string; readonly role: OperatorRole };
  minutesLeft: number | undefined;
}

/** Who is signed in, for how long, and what they choose for this browser. */
export function AccountMenu({ operator, minutesLeft }: AccountMenuProps) {
  const say = useWords(shellWords);
  const roleName = useRoleName();
  const { settings, signOut } = useServices();
  const { theme, language } = useSettings();
  const { callApi } = useClient();
  const leave = useAction(async () => {
    try {
      await callApi('/operator/sign-out', {});
    } finally {
      signOut(); // also without a network: what is stored here must go
    }
  });
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.me}>
        <Avatar name={operator.name} />
        <span className="visually-hidden">{say('account')}</span>
        <span className={styles.meText}>
          <b>{operator.name}</b>
          <small>
            {roleName(operator.role)}
            {minutesLeft !== undefined && ` · ${say('minutesLeft', { minutes: minutesLeft })}`}
          </small>
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={8} className={styles.positioner}>
          <Menu.Popup className={styles.menu}>
            <Menu.RadioGroup value={theme} onValueChange={(value) => settings.change({ theme: value })}>
              <p className={styles.menuHead}>{say('theme')}</p>
              {THEMES.map((one) => (
                <Menu.RadioItem key={one} value={one} className={styles.menuItem}>
                  <Menu.RadioItemIndicator className={styles.tick}>✓</Menu.RadioItemIndicator>
                  {say(THEME_NAMES[one])}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.RadioGroup value={language} onValueChange={(value) => settings.change({ language: value })}>
              <p className={styles.menuHead}>{say('language')}</p>
              {LANGUAGES.map(({ value, label }) => (
                <Menu.RadioItem key={value} value={value} className={styles.menuItem}>
                  <Menu.RadioItemIndicator className={styles.tick}>✓</Menu.RadioItemIndicator>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={styles.separator} />
            <Menu.Item className={styles.menuItem} onClick={() => void leave.run()}>
              {say('signOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
