/** zh-TW first; a further language is a further key, and the compiler then names every text that lacks it. */
export const LANGUAGES = ['zh-TW', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

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

export function sayIn<T extends Texts>(words: Words<T>, language: Language): Say<T> {
  return (key, ...[values]) => fillIn(words[language][key] ?? key, values);
}
