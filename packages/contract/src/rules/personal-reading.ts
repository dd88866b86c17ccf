import {
  isHolderName,
  maskAccountNumber,
  maskHolderName,
  normalizeAccountNumber,
  normalizeHolderName,
} from './bank-card.ts';
import { maskContact, toMail, toMobile } from './contact.ts';
import { maskIdentityNumber } from './identity.ts';

/** What of a person an operator may look for, by the whole value alone. */
export const PERSONAL_KINDS = ['mobile', 'mail', 'identityNumber', 'accountNumber', 'realName'] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

export interface PersonalReading {
  readonly kind: PersonalKind;
  /** As it is kept. */
  readonly value: string;
  /** As the log may show it. */
  readonly masked: string;
}

/** A Taiwan ID or a resident certificate, old form or new; whether its last digit is right does not matter to whoever looks for it. */
const IDENTITY_NUMBER = /^[A-Z][A-D1289]\d{8}$/;
const ACCOUNT_NUMBER = /^\d{10,16}$/;
const HAN = /\p{Script=Han}/u;

/** As what personal values a text can be read, the likeliest first. Such a text stands in no address and in no log. */
export function personalReadings(text: string): PersonalReading[] {
  const readings: PersonalReading[] = [];
  const add = (kind: PersonalKind, value: string, masked: string) => readings.push({ kind, value, masked });
  const mobile = toMobile(text);
  if (mobile !== undefined) add('mobile', mobile, maskContact('mobile', mobile));
  const mail = toMail(text);
  if (mail !== undefined) add('mail', mail, maskContact('mail', mail));
  const plain = text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
  if (IDENTITY_NUMBER.test(plain)) add('identityNumber', plain, maskIdentityNumber(plain));
  const account = normalizeAccountNumber(text);
  if (ACCOUNT_NUMBER.test(account)) add('accountNumber', account, maskAccountNumber(account));
  const name = normalizeHolderName(text);
  if ((HAN.test(name) || /\s/.test(text.trim())) && isHolderName(name))
    add('realName', name, maskHolderName(name));
  return readings;
}
