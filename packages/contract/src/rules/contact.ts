import { allHold, type Clauses } from './clauses.ts';

export type MobileClause = 'charset' | 'country' | 'length';

/** Country codes of one and of two digits; every other one has three (ITU-T E.164). */
const SHORT_COUNTRY = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** What people type between digits, and the digits of a full-width keyboard. */
function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s().-]/g, '');
}

/** As people write a number, in E.164 form where that can be seen: 0912345678 is Taiwan's +886912345678. Checks nothing. */
function spellOut(text: string): string {
  const digits = plain(text);
  if (digits.startsWith('09')) return `+886${digits.slice(1)}`;
  return digits.replace(/^00/, '+').replace(/^\+8860/, '+886');
}

/** Mobile: E.164, a country code and 8-15 digits in all. Of Taiwan's numbers only those of mobiles: +8869 and eight more. */
export function mobileClauses(text: string): Clauses<MobileClause> {
  const number = spellOut(text);
  const isTaiwan = number.startsWith('+886');
  return {
    charset: /^\+?\d+$/.test(number),
    country: /^\+[1-9]/.test(number) && (!isTaiwan || number.startsWith('+8869')),
    length: isTaiwan ? number.length === 13 : number.length >= 9 && number.length <= 16,
  };
}

/** The one way to write a mobile number that somebody typed; undefined for what is none. */
export function toMobile(text: string): string | undefined {
  return allHold(mobileClauses(text)) ? spellOut(text) : undefined;
}

/** Whether `text` is a mobile number in the one way we keep and send it. */
export function isMobile(text: string): boolean {
  return toMobile(text) === text;
}

/** The digits of the country: `886` of +886912345678. */
export function countryCodeOf(mobile: string): string {
  const digits = mobile.slice(1);
  return SHORT_COUNTRY.exec(digits)?.[0] ?? digits.slice(0, 3);
}

const MAIL_LENGTH_MAX = 254;
const MAIL = /^[a-z0-9](?:[a-z0-9._%+-]{0,63})@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** The one way to write a mail address that somebody typed, in lower case; undefined for what is none. ASCII only. */
export function toMail(text: string): string | undefined {
  const mail = text.trim().toLowerCase();
  return mail.length <= MAIL_LENGTH_MAX && MAIL.test(mail) && !/\.\.|\.@/.test(mail) ? mail : undefined;
}

export function isMail(text: string): boolean {
  return toMail(text) === text;
}

/** Masks a mail address: `ch***@example.com`. */
function maskMail(mail: string): string {
  const at = mail.indexOf('@');
  return at < 1 ? '' : `${mail.slice(0, Math.min(2, at))}***${mail.slice(at)}`;
}

/** Masks a mobile number: `+886***678`. */
function maskMobile(mobile: string): string {
  return mobile.length < 8 ? '' : `${mobile.slice(0, 4)}***${mobile.slice(-3)}`;
}

/** An address as its owner is shown it: enough to recognise, too little to use. */
export function maskContact(channel: 'mobile' | 'mail', address: string): string {
  return channel === 'mobile' ? maskMobile(address) : maskMail(address);
}
