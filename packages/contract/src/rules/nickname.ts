import { NICKNAME_LENGTH_MAX, NICKNAME_LENGTH_MIN } from '../constants.ts';
import { allHold, isLengthBetween, type Clauses } from './clauses.ts';
import { HAN_COMMON } from './han.ts';

export type NicknameClause = 'length' | 'charset';

const NICKNAME_CHARSET = new RegExp(`^[A-Za-z0-9${HAN_COMMON}]+$`, 'u');

/** Nickname: 1-10 ASCII letters, ASCII digits or Chinese characters, no symbols (spec 5); which ones are Chinese: `han.ts`. */
export function nicknameClauses(text: string): Clauses<NicknameClause> {
  return {
    length: isLengthBetween(text, NICKNAME_LENGTH_MIN, NICKNAME_LENGTH_MAX),
    charset: NICKNAME_CHARSET.test(text),
  };
}

export function isNickname(text: string): boolean {
  return allHold(nicknameClauses(text));
}

/**
 * What two nicknames are compared by: the unique index lies over this, not over the text. NFKC folds full-width and compatibility forms
 * (which the rule refuses already: the fold is the second guard), and case is folded without a locale, so "Amber" and "amber" are one.
 */
export function nicknameKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
