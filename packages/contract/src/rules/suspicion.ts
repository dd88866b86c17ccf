/**
 * What in a message of an order looks like the beginning of a fraud. It only says so: to whoever receives the message, and to operators. It never
 * keeps a message back, so a wrong guess costs a line of caution.
 */

/** What a text can be. */
const OF_TEXTS = ['account-number', 'link', 'contact', 'release-first', 'cancel-first'] as const;
/** `repeated-receipt`: a proof of a payment that looks like that of another order. */
export const SUSPICIONS = [...OF_TEXTS, 'repeated-receipt'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** The shortest account number that is in use: that of a pay app. */
const ACCOUNT_DIGITS_MIN = 9;

const NUMERALS: Readonly<Record<string, string>> = Object.fromEntries(
  ['〇零', '一壹', '二貳兩', '三參叁', '四肆', '五伍', '六陸', '七柒', '八捌', '九玖'].flatMap(
    (signs, digit) => Array.from(signs, (sign) => [sign, String(digit)]),
  ),
);

/** Numbers that a trade speaks of and that are no account: the order's own, sums, days and times. */
const HARMLESS = [
  /hf-\d{6}-\d{4,}/g,
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?/g,
  /(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:[0-2]?\d|3[01])(?!\d)/g,
  /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g,
];

/** Digits with at most two signs between one and the next, as people write accounts. */
const DIGITS = /\d(?:[\s\-–—_.,、·*()/]{0,2}\d)+/g;

const LINK =
  /https?:\/\/|www\.|(?:[a-z0-9-]{2,}\s?(?:\.|。|點)\s?)(?:com|net|org|tw|me|io|cc|co|app|xyz|top|vip|shop|site|link|ly|gl)(?![a-z])/;

const CONTACT = [
  /[a-z0-9._+-]+@[a-z0-9-]+\.[a-z]{2,}/, // mail
  /(?:^|[^a-z0-9])@[a-z0-9_.]{3,}/, // a handle
  /line\s*(?:id|帳號|账号|群|加|[:：])/,
  /加(?:我|一下|個)?的?\s*(?:line|賴|赖|微信|wechat|tg|telegram|ig|whatsapp)/,
  /(?:telegram|電報群?|飛機號?|whatsapp|wechat|微信|weixin|messenger|discord|instagram)/,
  /(?:^|[^a-z])(?:tg|ig)\s*[:：]/,
  /t\.me\//,
];

const FIRST_ZH = '(?<!不[^。，,！!]{0,4})(?:先|直接|提前)[^。，,！!不]{0,6}';
const RELEASE_FIRST = [
  new RegExp(`${FIRST_ZH}(?:放行|放幣|放币|釋放|放款|放u)`),
  /(?<!(?:not|never|n't)\s)release\s(?:[a-z]+\s){0,3}(?:first|before|early)/,
  /(?<!(?:not|never|n't)\s)first\s(?:[a-z]+\s){0,2}release/,
];
const CANCEL_FIRST = [
  new RegExp(`${FIRST_ZH}取消`),
  /(?<!(?:not|never|n't)\s)cancel\s(?:[a-z]+\s){0,3}(?:first|before)/,
];

const reads = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

/** As a reader sees it: wide and circled digits are digits, nothing invisible lies between the letters. */
function plainly(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Cf}|\uFE0F|\u20E3/gu, '');
}

/** The runs of digits that may be a number of an account or of a phone. */
function numbersIn(plain: string): string[] {
  const asDigits = plain.replaceAll(
    /[〇零一壹二貳兩三參叁四肆五伍六陸七柒八捌九玖]/g,
    (sign) => NUMERALS[sign] ?? sign,
  );
  const rest = HARMLESS.reduce((text, pattern) => text.replaceAll(pattern, '|'), asDigits);
  return [...rest.matchAll(DIGITS)].map(([digits]) => digits.replaceAll(/\D/g, ''));
}

const isMobile = (digits: string) => /^(?:09|8869)\d{8}$/.test(digits);

/** What is suspicious about a message, in the order of `SUSPICIONS`. */
export function suspicionsOf(text: string): Suspicion[] {
  const plain = plainly(text);
  const numbers = numbersIn(plain);
  const found: Readonly<Record<(typeof OF_TEXTS)[number], boolean>> = {
    'account-number': numbers.some((digits) => digits.length >= ACCOUNT_DIGITS_MIN && !isMobile(digits)),
    link: LINK.test(plain),
    contact: numbers.some(isMobile) || reads(CONTACT, plain),
    'release-first': reads(RELEASE_FIRST, plain),
    'cancel-first': reads(CANCEL_FIRST, plain),
  };
  return OF_TEXTS.filter((one) => found[one]);
}
