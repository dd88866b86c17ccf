import { allHold, isLengthBetween, type Clauses } from './clauses.ts';
import { HAN_COMMON } from './han.ts';

export const PHRASE_LENGTH_MIN = 4;
export const PHRASE_LENGTH_MAX = 20;

export type PhraseClause = 'length' | 'charset';

/** Words with one space between them: nothing invisible, nothing that turns the line around, and no link, which needs a dot or a slash. */
const PHRASE_CHARSET = new RegExp(`^[A-Za-z0-9${HAN_COMMON}]+(?: [A-Za-z0-9${HAN_COMMON}]+)*$`, 'u');

/** The phrase by which a member knows our mails: 4-20 of the characters that a nickname may have, and single spaces between them. */
export function phraseClauses(text: string): Clauses<PhraseClause> {
  return {
    length: isLengthBetween(text, PHRASE_LENGTH_MIN, PHRASE_LENGTH_MAX),
    charset: PHRASE_CHARSET.test(text),
  };
}

export function isPhrase(text: string): boolean {
  return allHold(phraseClauses(text));
}
