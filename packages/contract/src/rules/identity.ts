import { isAtLeastAge, isCivilDate } from './age.ts';
import { isHolderName, normalizeHolderName } from './bank-card.ts';
import { allHold, type Clauses } from './clauses.ts';
import {
  isResidentCertificate,
  residentCertificateClauses,
  type ResidentCertificateClause,
} from './resident-certificate.ts';
import { isTaiwanId, taiwanIdClauses, type TaiwanIdClause } from './taiwan-id.ts';

/** Which document proves who a member is. */
export const IDENTITY_DOCUMENTS = ['national-id', 'resident-certificate'] as const;
export type IdentityDocument = (typeof IDENTITY_DOCUMENTS)[number];

export const IDENTITY_AGE_MIN = 18;

const IS_NUMBER: Readonly<Record<IdentityDocument, (text: string) => boolean>> = {
  'national-id': isTaiwanId,
  'resident-certificate': isResidentCertificate,
};

const NUMBER_CLAUSES: Readonly<
  Record<IdentityDocument, (text: string) => Clauses<TaiwanIdClause & ResidentCertificateClause>>
> = {
  'national-id': taiwanIdClauses,
  'resident-certificate': residentCertificateClauses,
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

/** Why a number is not one of the chosen document, in the order in which a person would find out. */
export type IdentityNumberProblem = 'empty' | 'otherDocument' | 'length' | 'shape' | 'checksum';

export function identityNumberProblem(details: IdentityDetails): IdentityNumberProblem | undefined {
  const { document, number } = normalizeIdentity(details);
  if (number === '') return 'empty';
  if (IS_NUMBER[document](number)) return undefined;
  if (IDENTITY_DOCUMENTS.some((other) => IS_NUMBER[other](number))) return 'otherDocument';
  const { length, letter, sex, digits } = NUMBER_CLAUSES[document](number);
  if (!length) return 'length';
  return letter && sex && digits ? 'checksum' : 'shape';
}

export function isIdentity(details: IdentityDetails, today: string): boolean {
  return allHold(identityClauses(details, today));
}

/** `A******789`: enough to recognise one's own, not enough to use. */
export function maskIdentityNumber(number: string): string {
  return `${number.charAt(0)}******${number.slice(-3)}`;
}
