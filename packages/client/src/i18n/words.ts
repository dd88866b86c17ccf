import { toSimplified } from './simplified.ts';

/** zh-TW first. zh-TW and English are written by hand, side by side; zh-CN is made from zh-TW (`simplified.ts`). */
export const LANGUAGES = ['zh-TW', 'en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, as a choice shows them. */
export const LANGUAGE_OPTIONS: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'zh-TW', label: '繁體中文' },
  { value: 'zh-CN', label: '简体中文' },
  { value: 'en', label: 'English' },
];

type Texts = Readonly<Record<string, string>>;

export interface Words<T extends Texts = Texts> {
  readonly 'zh-TW': T;
  readonly en: { readonly [Key in keyof T]: string };
}

/**
 * The texts of one feature in every language, side by side, loaded with the feature that speaks them. `{name}` stands for a
 * value; `{count|order|orders}` for a word that depends on one. That both languages use the same values is a test.
 */
export function defineWords<const T extends Texts>(words: Words<T>): Words<T> {
  return words;
}

/** The names of the values in a text: `'{nick} 付了 {sum}'` needs nick and sum. */
type ValuesIn<Text> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name}|${string}` ? Name : Slot) | ValuesIn<Rest>
  : never;

type Values<Text> = [ValuesIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<ValuesIn<Text>, string | number>>];

export type Say<T extends Texts> = <Key extends keyof T & string>(
  key: Key,
  ...values: Values<T[Key]>
) => string;

/** Puts values into a text. A value that is missing leaves the slot as it is: the types refuse that before it runs. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{([a-zA-Z]+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (slot, name: string, one, other) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return slot;
    if (one !== undefined) return String(Number(value) === 1 ? one : other);
    return String(value);
  });
}

function textIn<T extends Texts>(words: Words<T>, language: Language, key: keyof T & string): string {
  return inLanguage({ zhTW: words['zh-TW'][key] ?? key, en: words.en[key] ?? key }, language);
}

/** A text that is written in both languages, in the one that the person has chosen. */
export function inLanguage(text: { readonly zhTW: string; readonly en: string }, language: Language): string {
  if (language === 'en') return text.en;
  return language === 'zh-CN' ? toSimplified(text.zhTW) : text.zhTW;
}

/** The languages in which the server writes messages. */
export function messageLanguage(language: Language): 'zh-TW' | 'en' {
  return language === 'en' ? 'en' : 'zh-TW';
}

export function sayIn<T extends Texts>(
  words: Words<T>,
  language: Language,
  typeset: (text: string) => string = (text) => text,
): Say<T> {
  return (key, ...[values]) => typeset(fillIn(textIn(words, language, key), values));
}
