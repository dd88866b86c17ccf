import { allHold, type Clauses } from './clauses.ts';
import { isTaiwanChecksum, TAIWAN_ID_LETTERS } from './taiwan-id.ts';

export type ResidentCertificateClause = 'length' | 'letter' | 'sex' | 'digits' | 'checksum';

/** The older form has a letter in second place. It stands in the sum by the last digit of its number. */
function withDigitsOnly(text: string): string {
  const second = TAIWAN_ID_LETTERS[text.charAt(1)];
  return second === undefined ? text : `${text.charAt(0)}${second % 10}${text.slice(2)}`;
}

/**
 * The number of a resident certificate: one capital letter, then 8 or 9 (since 2021) or A to D (before), then 8 digits. Both forms are
 * valid side by side. The checksum is that of a Taiwan ID. https://www.immigration.gov.tw: the new form of the UI number.
 */
export function residentCertificateClauses(text: string): Clauses<ResidentCertificateClause> {
  return {
    length: text.length === 10,
    letter: /^[A-Z]/.test(text),
    sex: /^.[89A-D]/u.test(text),
    digits: /^..[0-9]+$/u.test(text),
    checksum: /^.[89A-D]/u.test(text) && isTaiwanChecksum(withDigitsOnly(text)),
  };
}

export function isResidentCertificate(text: string): boolean {
  return allHold(residentCertificateClauses(text));
}
