import { allHold, isLengthBetween, type Clauses } from './clauses.ts';
import { HAN_OF_NAMES } from './han.ts';

export interface Bank {
  readonly code: string;
  readonly zhTW: string;
  readonly en: string;
}

function bank(code: string, zhTW: string, en: string): Bank {
  return { code, zhTW, en };
}

/** The three-digit codes of Taiwan's banks that keep accounts for private customers, and the post office (public list of the Financial Information Service). */
export const BANKS: readonly Bank[] = [
  bank('004', '臺灣銀行', 'Bank of Taiwan'),
  bank('005', '土地銀行', 'Land Bank of Taiwan'),
  bank('006', '合作金庫銀行', 'Taiwan Cooperative Bank'),
  bank('007', '第一銀行', 'First Bank'),
  bank('008', '華南銀行', 'Hua Nan Bank'),
  bank('009', '彰化銀行', 'Chang Hwa Bank'),
  bank('011', '上海商業儲蓄銀行', 'Shanghai Commercial & Savings Bank'),
  bank('012', '台北富邦銀行', 'Taipei Fubon Bank'),
  bank('013', '國泰世華銀行', 'Cathay United Bank'),
  bank('016', '高雄銀行', 'Bank of Kaohsiung'),
  bank('017', '兆豐銀行', 'Mega Bank'),
  bank('018', '全國農業金庫', 'Agricultural Bank of Taiwan'),
  bank('048', '王道銀行', 'O-Bank'),
  bank('050', '臺灣企銀', 'Taiwan Business Bank'),
  bank('052', '渣打銀行', 'Standard Chartered Bank (Taiwan)'),
  bank('053', '台中銀行', 'Taichung Bank'),
  bank('054', '京城銀行', "King's Town Bank"),
  bank('081', '滙豐銀行', 'HSBC Bank (Taiwan)'),
  bank('101', '瑞興銀行', 'Taipei Star Bank'),
  bank('102', '華泰銀行', 'Hwatai Bank'),
  bank('103', '臺灣新光銀行', 'Shin Kong Bank'),
  bank('108', '陽信銀行', 'Sunny Bank'),
  bank('118', '板信銀行', 'Bank of Panhsin'),
  bank('147', '三信銀行', 'Cota Bank'),
  bank('700', '中華郵政', 'Chunghwa Post'),
  bank('803', '聯邦銀行', 'Union Bank of Taiwan'),
  bank('805', '遠東銀行', 'Far Eastern International Bank'),
  bank('806', '元大銀行', 'Yuanta Bank'),
  bank('807', '永豐銀行', 'Bank SinoPac'),
  bank('808', '玉山銀行', 'E.SUN Bank'),
  bank('809', '凱基銀行', 'KGI Bank'),
  bank('810', '星展銀行', 'DBS Bank (Taiwan)'),
  bank('812', '台新銀行', 'Taishin International Bank'),
  bank('816', '安泰銀行', 'EnTie Bank'),
  bank('822', '中國信託銀行', 'CTBC Bank'),
  bank('823', '將來銀行', 'NEXT Bank'),
  bank('824', '連線商業銀行', 'LINE Bank Taiwan'),
  bank('826', '樂天國際銀行', 'Rakuten International Commercial Bank'),
];

const BY_CODE: ReadonlyMap<string, Bank> = new Map(BANKS.map((entry) => [entry.code, entry]));

export function findBank(code: string): Bank | undefined {
  return BY_CODE.get(code);
}

/** An account number as the database keeps it: what people type between the digits is taken out, everything else stays and is refused. */
export function normalizeAccountNumber(text: string): string {
  return text.replaceAll(/[ -]/g, '');
}

/** A holder's name as the database keeps it: canonical composition, outer spaces gone, inner ones single. */
export function normalizeHolderName(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/ +/g, ' ');
}

export const ACCOUNT_NUMBER_LENGTH_MIN = 10;
export const ACCOUNT_NUMBER_LENGTH_MAX = 16;
export const HOLDER_NAME_LENGTH_MIN = 2;
export const HOLDER_NAME_LENGTH_MAX = 20;

/** Chinese characters with the dots of indigenous and transcribed names, or Latin letters with space, dot, hyphen and apostrophe; never a mixture. */
const HAN_NAME = new RegExp(`^[${HAN_OF_NAMES}]+(?:[.·‧][${HAN_OF_NAMES}]+)*$`, 'u');
const LATIN_NAME = /^[A-Za-z]+(?:(?:\. ?|[ '-])[A-Za-z]+)*\.?$/;

/** Whether `text` (normalised) can be a person's name at a bank: 2-20 characters of one script. */
export function isHolderName(text: string): boolean {
  const ofOneScript = HAN_NAME.test(text) || LATIN_NAME.test(text);
  return ofOneScript && isLengthBetween(text, HOLDER_NAME_LENGTH_MIN, HOLDER_NAME_LENGTH_MAX);
}

export interface BankCardInput {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly holderName: string;
}

export type BankCardClause = 'bank' | 'accountLength' | 'accountDigits' | 'holder';

/** What a bank card must fulfil. Takes what was typed; the normalisers above are part of the rule. */
export function bankCardClauses(input: BankCardInput): Clauses<BankCardClause> {
  const accountNumber = normalizeAccountNumber(input.accountNumber);
  return {
    bank: findBank(input.bankCode) !== undefined,
    accountLength: isLengthBetween(accountNumber, ACCOUNT_NUMBER_LENGTH_MIN, ACCOUNT_NUMBER_LENGTH_MAX),
    accountDigits: /^[0-9]+$/.test(accountNumber),
    holder: isHolderName(normalizeHolderName(input.holderName)),
  };
}

export function isBankCard(input: BankCardInput): boolean {
  return allHold(bankCardClauses(input));
}

/** Between banks an account number always travels as 16 digits, filled with zeros from the left. */
export const accountNumberKey = (accountNumber: string): string =>
  normalizeAccountNumber(accountNumber).padStart(ACCOUNT_NUMBER_LENGTH_MAX, '0');

/** What two cards are compared by: `0012345678` and `000012345678` at one bank are the same account. */
export function bankCardKey({
  bankCode,
  accountNumber,
}: Pick<BankCardInput, 'bankCode' | 'accountNumber'>): string {
  return `${bankCode}:${accountNumberKey(accountNumber)}`;
}

/** `****9012`: only the last four digits, and never the length. */
export function maskAccountNumber(accountNumber: string): string {
  return `****${accountNumber.slice(-4)}`;
}

/** `陳○哲`, `陳○`, `歐○○娜`; a Latin name keeps the first letter of each word: `J○○○ S○○○○`. For showing a name to somebody else. */
export function maskHolderName(name: string): string {
  if (LATIN_NAME.test(name))
    return name.replaceAll(/[A-Za-z]+/g, (word) => word.charAt(0) + '○'.repeat(word.length - 1));
  const characters = Array.from(name);
  const last = characters.length - 1;
  const keepsLast = last > 1;
  return characters.map((one, index) => (index === 0 || (keepsLast && index === last) ? one : '○')).join('');
}
