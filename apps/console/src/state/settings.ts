import { LANGUAGES, type Language } from '@holdfast/client/i18n';
import { createStored, oneOf, recordOf, type Stored } from '@holdfast/client/storage';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
}

export interface SettingsStore {
  readonly read: () => Settings;
  readonly change: (change: Partial<Settings>) => void;
  readonly subscribe: Stored<Settings>['subscribe'];
}

const readSettings = recordOf<Settings>({ language: oneOf(LANGUAGES), theme: oneOf(THEMES) });

/** What an operator chose for this browser. */
export function createSettings(shared: Storage, preferred: readonly string[]): SettingsStore {
  const stored = createStored({ area: shared, key: 'settings', read: readSettings });
  const speaksChinese = preferred.length === 0 || preferred.some((tag) => /^zh\b/i.test(tag));
  const initial: Settings = { language: speaksChinese ? 'zh-TW' : 'en', theme: 'system' };
  const read = () => stored.read() ?? initial;
  return { read, change: (change) => stored.write({ ...read(), ...change }), subscribe: stored.subscribe };
}

export function applySettings({ language, theme }: Settings, root: HTMLElement): void {
  root.lang = language;
  root.classList.toggle('dark', theme === 'dark');
  root.classList.toggle('light', theme === 'light');
}
