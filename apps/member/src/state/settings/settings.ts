import { LANGUAGES, setSimplifiedTexts, type Language } from '@holdfast/client/i18n';
import { flag, oneOf, recordOf, withDefault, createStored, type Stored } from '@holdfast/client/storage';

export interface Settings {
  readonly language: Language;
  readonly theme: 'system' | 'light' | 'dark';
  readonly hidesAmounts: boolean;
  /** Whether a message that comes while somebody looks is heard. */
  readonly sounds: boolean;
}

const readSettings = recordOf<Settings>({
  language: oneOf(LANGUAGES),
  theme: withDefault(oneOf(['system', 'light', 'dark']), 'system'),
  hidesAmounts: withDefault(flag, false),
  sounds: withDefault(flag, false),
});

export interface SettingsStore {
  read: () => Settings;
  change: (change: Partial<Settings>) => void;
  /** Resolves when the texts of the stored language are there, or cannot be had now. */
  loaded: Promise<void>;
  subscribe: Stored<Settings>['subscribe'];
}

type LoadTexts = () => Promise<readonly (readonly [string, string])[]>;

const SIMPLIFIED = /^zh-(cn|sg|my|hans)\b/i;

/** The first Chinese or English that the device prefers; English for one that prefers neither. */
function languageOf(preferred: readonly string[]): Language {
  const tag = preferred.find((one) => /^zh\b/i.test(one));
  if (tag === undefined) return preferred.length === 0 ? 'zh-TW' : 'en';
  return SIMPLIFIED.test(tag) ? 'zh-CN' : 'zh-TW';
}

/** What a member chose for this device. It outlives sign-out: it says nothing about anybody. */
export function createSettings(
  area: Storage,
  preferred: readonly string[],
  loadSimplified: LoadTexts = async () => [],
): SettingsStore {
  const stored = createStored({ area, key: 'settings', read: readSettings });
  const initial: Settings = {
    language: languageOf(preferred),
    theme: 'system',
    hidesAmounts: false,
    sounds: false,
  };
  const read = () => stored.read() ?? initial;
  const load = async (language: Language | undefined) => {
    if (language !== 'zh-CN') return;
    // Without the table the texts stay in traditional characters, which is better than no app.
    setSimplifiedTexts(await loadSimplified().catch(() => []));
  };
  return {
    read,
    change(change) {
      const write = () => stored.write({ ...read(), ...change });
      if (change.language === 'zh-CN') void load('zh-CN').then(write);
      else write();
    },
    loaded: load(read().language),
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
