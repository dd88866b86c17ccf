import { isHolderName, normalizeHolderName } from './bank-card.ts';
import { allHold, type Clauses } from './clauses.ts';
import type { PaidQrType } from './proof.ts';

/**
 * Accounts at third-party pay apps: a payer scans a QR code, and what it says is the account. A code is taken only where it plainly belongs
 * to the app that is named: everything else that a picture may say (a page, a script, a code to pay with) is refused here.
 */

/** The pay apps whose accounts can be added. Payers declare the same names. */
export const PAY_APPS = ['twqr', 'linepay', 'jkopay', 'pxpay'] as const satisfies readonly PaidQrType[];
export type PayApp = (typeof PAY_APPS)[number];

/** Codes of people are far shorter. */
export const PAY_CODE_LENGTH_MAX = 500;

/** What a code points to. */
export interface PayTarget {
  readonly app: PayApp;
  /** The same account has one key, however its code is written. */
  readonly key: string;
  /** The code in one spelling: what a payer's app is given. */
  readonly code: string;
  /** Where it leads to: a host, or the code of a bank or a pay institution. */
  readonly place: string;
  /** What it names there. */
  readonly account: string;
}

interface LinkRule {
  /** Hosts and their subdomains. */
  readonly hosts: readonly string[];
  /** Parts of these hosts that are for other things. */
  readonly path?: RegExp;
}

const LINKS: Readonly<Record<Exclude<PayApp, 'twqr'>, LinkRule>> = {
  // Not what opens a screen of the app, or pays one purchase.
  linepay: { hosts: ['line.me'], path: /^\/(R\/)?(pay|nv\/wallet)\/(?!(payment|generateQR|nv|wa)(\/|$))./i },
  jkopay: { hosts: ['jkopay.com'], path: /^\/r\/transfer$/ },
  pxpay: { hosts: ['pxpayplus.com', 'pxpay.com.tw'] },
};

const isAtHost = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((one) => host === one || host.endsWith(`.${one}`));

/** A plain https address: no name and password, no port, no fragment, one spelling of each letter. */
function parseLink(text: string): URL | undefined {
  if (!/^https:\/\/[!-~]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.port === '' && !text.includes('#');
  return isPlain ? url : undefined;
}

const TRANSFER = /^TWQRP:\/\/([^/?#&=]{1,60})\/158\/02\/V1\?([0-9A-Za-z=&]+)$/i;
const CURRENCY_TWD = '901';

/** A transfer code of all banks: country 158, kind 02. One with a sum or a memo is for one payment, and refused. */
function readTransfer(text: string): PayTarget | undefined {
  const [, , query = ''] = TRANSFER.exec(decoded(text)) ?? [];
  const pairs = query.split('&').map((pair) => pair.split('='));
  const fields = new Map(pairs.map(([name = '', value = '']) => [name.toUpperCase(), value]));
  const { D5 = '', D6 = '', D10 = CURRENCY_TWD, ...others } = Object.fromEntries(fields);
  const isOne = fields.size === pairs.length && Object.keys(others).length === 0 && D10 === CURRENCY_TWD;
  if (!isOne || !/^\d{3}$/.test(D5) || !/^\d{6,16}$/.test(D6) || /^0+$/.test(D6)) return undefined;
  const account = D6.padStart(16, '0');
  return {
    app: 'twqr',
    key: `twqr:${D5}:${account}`,
    code: `TWQRP://NTTransfer/158/02/V1?D5=${D5}&D6=${account}&D10=${CURRENCY_TWD}`,
    place: D5,
    account: D6.replace(/^0+/, ''),
  };
}

/** Some banks encode the whole code once. */
function decoded(text: string): string {
  if (!/^TWQRP%3A/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function readLink(app: Exclude<PayApp, 'twqr'>, text: string): PayTarget | undefined {
  const url = parseLink(text);
  const { hosts, path = /^\/./ } = LINKS[app];
  if (!url || !isAtHost(url.hostname, hosts) || !path.test(url.pathname)) return undefined;
  if (app === 'jkopay') return readJkopay(url);
  url.searchParams.sort();
  const account = `${url.pathname}${url.search}`;
  return { app, key: `${app}:${url.hostname}${account}`, code: url.href, place: url.hostname, account };
}

/** The only app whose code names its account in the plain. */
function readJkopay({ hostname, searchParams }: URL): PayTarget | undefined {
  const [, account] = /^Transfer:(\d{6,16})$/.exec(searchParams.get('j') ?? '') ?? [];
  if (account === undefined || searchParams.size !== 1) return undefined;
  const code = `https://${hostname}/r/transfer?j=Transfer:${account}`;
  return { app: 'jkopay', key: `jkopay:${account}`, code, place: hostname, account };
}

/** What a code points to at any of the apps. Undefined for everything that is no code of a person's account. */
export function readPayCode(text: string): PayTarget | undefined {
  if (text.length > PAY_CODE_LENGTH_MAX) return undefined;
  const links = ['linepay', 'jkopay', 'pxpay'] as const;
  return readTransfer(text) ?? links.map((app) => readLink(app, text)).find((target) => target !== undefined);
}

export interface PayAccountInput {
  readonly app: string;
  readonly code: string;
  readonly holderName: string;
}

export type PayAccountClause = 'code' | 'app' | 'holder';

/** What a pay account must fulfil. Takes what was typed and read. */
export function payAccountClauses({ app, code, holderName }: PayAccountInput): Clauses<PayAccountClause> {
  const target = readPayCode(code);
  return {
    code: target !== undefined,
    app: target === undefined || target.app === app,
    holder: isHolderName(normalizeHolderName(holderName)),
  };
}

export function isPayAccount(input: PayAccountInput): boolean {
  return allHold(payAccountClauses(input));
}

/** Where a code leads to and the end of what it names there: `service.jkopay.com ****4567`. */
export function maskPayTarget({ place, account }: Pick<PayTarget, 'place' | 'account'>): string {
  return `${place} ****${account.slice(-4)}`;
}
