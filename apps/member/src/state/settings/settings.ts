import { LANGUAGES, type Language } from '@holdfast/client/i18n';
import { flag, oneOf, recordOf, withDefault, createStored, type Stored } from '@holdfast/client/storage';

export interface Settings {
  readonly language: Language;
  readonly theme: 'system' | 'light' | 'dark';
  readonly hidesAmounts: boolean;
}

const readSettings = recordOf<Settings>({
  language: oneOf(LANGUAGES),
  theme: withDefault(oneOf(['system', 'light', 'dark']), 'system'),
  hidesAmounts: withDefault(flag, false),
});

export interface SettingsStore {
  read: () => Settings;
  change: (change: Partial<Settings>) => void;
  subscribe: Stored<Settings>['subscribe'];
}

/** zh-TW first; English for a device that speaks neither Chinese nor has chosen yet. */
function languageOf(preferred: readonly string[]): Language {
  return preferred.some((tag) => tag.toLowerCase().startsWith('zh')) || preferred.length === 0
    ? 'zh-TW'
    : 'en';
}

/** What a member chose for this device. It outlives sign-out: it says nothing about anybody. */
export function createSettings(area: Storage, preferred: readonly string[]): SettingsStore {
  const stored = createStored({ area, key: 'settings', read: readSettings });
  const initial: Settings = { language: languageOf(preferred), theme: 'system', hidesAmounts: false };
  const read = () => stored.read() ?? initial;
  return {
    read,
    change: (change) => stored.write({ ...read(), ...change }),
    subscribe: stored.subscribe,
  };
}

/** Writes language and theme on the document, where styles, fonts and screen readers look for them. */
export function applySettings({ language, theme }: Settings, root: HTMLElement): void {
  root.lang = language;
  root.classList.toggle('dark', theme === 'dark');
  root.classList.toggle('light', theme === 'light');
  // The browser's own bars take the colour of the page, also where the device wants the other theme.
  for (const colour of root.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    const of = colour.dataset['theme'];
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all';
  }
}
