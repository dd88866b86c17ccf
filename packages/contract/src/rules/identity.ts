import { isAtLeastAge, isCivilDate } from './age.ts';
import { isHolderName, normalizeHolderName } from './bank-card.ts';
import { allHold, type Clauses } from './clauses.ts';
import { isResidentCertificate } from './resident-certificate.ts';
import { isTaiwanId } from './taiwan-id.ts';

/** Which document proves who a member is. */
export const IDENTITY_DOCUMENTS = ['national-id', 'resident-certificate'] as const;
export type IdentityDocument = (typeof IDENTITY_DOCUMENTS)[number];

export const IDENTITY_AGE_MIN = 18;

const IS_NUMBER: Readonly<Record<IdentityDocument, (text: string) => boolean>> = {
  'national-id': isTaiwanId,
  'resident-certificate': isResidentCertificate,
};

/** What a member types of the document. */
export interface IdentityDetails {
  readonly document: IdentityDocument;
  readonly realName: string;
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly bornOn: string;
}

/** Details as they are kept: letters and digits of full width are the same ones, and so are small letters in a number. */
export function normalizeIdentity(details: IdentityDetails): IdentityDetails {
  return {
    ...details,
    realName: normalizeHolderName(details.realName),
    number: details.number.normalize('NFKC').replaceAll(/[ -]/g, '').toUpperCase(),
  };
}

export type IdentityClause = 'name' | 'number' | 'date' | 'age';

/** What the details must fulfil on the civil date `today` of Taipei. A real name is a name that a bank account can be held under. */
export function identityClauses(details: IdentityDetails, today: string): Clauses<IdentityClause> {
  const { document, realName, number, bornOn } = normalizeIdentity(details);
  return {
    name: isHolderName(realName),
    number: IS_NUMBER[document](number),
    date: isCivilDate(bornOn) && bornOn >= '1900-01-01' && bornOn <= today,
    age: isAtLeastAge({ bornOn, on: today, years: IDENTITY_AGE_MIN }),
  };
}

export function isIdentity(details: IdentityDetails, today: string): boolean {
  return allHold(identityClauses(details, today));
}

/** `A******789`: enough to recognise one's own, not enough to use. */
export function maskIdentityNumber(number: string): string {
  return `${number.charAt(0)}******${number.slice(-3)}`;
}
