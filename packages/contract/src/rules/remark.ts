import { countCharacters } from './clauses.ts';
import { normalizeMessage } from './message.ts';
import { suspicionsOf, type Suspicion } from './suspicion.ts';

/**
 * What the owner of a listing says to whoever reads it. Everybody reads it before there is an order, so what would only be marked in a
 * thread is refused here: a contact, a link, an account, "release first". What may be harmless is published, and looked at by operators.
 */

export const REMARK_LENGTH_MAX = 240;

/** As it is kept: as a message of a thread, nothing invisible in it. */
export const normalizeRemark = normalizeMessage;

export const isRemarkTooLong = (text: string): boolean => countCharacters(text) > REMARK_LENGTH_MAX;

/** What cannot be said, and where it stands. */
export interface RemarkFault {
  readonly kind: Suspicion;
  readonly from: number;
  readonly to: number;
}

const ASCII_WORD = /[A-Za-z0-9@._:/-]/;

/** The shortest part in which the rule still finds it, to the end of the word or the number. */
function placeOf(text: string, kind: Suspicion): RemarkFault {
  const finds = (from: number, to: number) => suspicionsOf(text.slice(from, to)).includes(kind);
  let to = 1;
  while (to < text.length && !finds(0, to)) to += 1;
  let from = to - 1;
  while (from > 0 && !finds(from, to)) from -= 1;
  while (to < text.length && ASCII_WORD.test(text.charAt(to))) to += 1;
  while (from > 0 && ASCII_WORD.test(text.charAt(from)) && ASCII_WORD.test(text.charAt(from - 1))) from -= 1;
  return { kind, from, to };
}

/** Why a remark is refused; empty: it can be published. */
export const remarkFaults = (text: string): RemarkFault[] =>
  suspicionsOf(text).map((kind) => placeOf(text, kind));

const DOUBTS: readonly (readonly [Suspicion, RegExp])[] = [
  ['account-number', /(?:\d[\s\-.,]{0,2}){5}\d|帳號|账号|帳戶|匯到|匯款到|轉到|account/],
  ['contact', /賴|赖|加好友|加我|私下|私訊|私聊|聯絡|联系|電話|手機|群組|line|whats|tele|contact|private/],
  ['link', /網址|網站|掃碼|二維碼|連結|點此|website|url|qr/],
  ['release-first', /訂金|定金|保證金|返利|deposit|bonus/],
];

/** What an operator is to look at, although it is published. */
export function remarkDoubts(text: string): Suspicion[] {
  const plain = text.normalize('NFKC').toLowerCase();
  return DOUBTS.flatMap(([kind, pattern]) => (pattern.test(plain) ? [kind] : []));
}
