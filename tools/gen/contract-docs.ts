import * as constants from '@holdfast/contract/constants';
import * as errors from '@holdfast/contract/errors';
import { ERRORS, type ErrorEntry } from '@holdfast/contract/errors';
import * as member from '@holdfast/contract/member';
import * as orders from '@holdfast/contract/orders';
import {
  NOTICE_TEXTS,
  ORDER_NOTICES,
  ORDER_STATE_INFO,
  ORDER_STATES,
  TIMERS,
  TRANSITIONS,
  type Notice,
  type NoticeVariant,
  type Transition,
} from '@holdfast/contract/orders';
import * as rules from '@holdfast/contract/rules';

/** The pages of docs/ that are tables of the contract, written out for people. */

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');
}

const yes = (flag: boolean | undefined): string => (flag ? 'yes' : '-');
const list = (words: readonly string[]): string => words.join(', ') || '-';

const ERRORS_HEAD = `# Errors

Every error that a person or a client can meet, from \`packages/contract/src/errors/catalogue.ts\`.

- **Code**: a number comes sealed in a reply (\`errorCode\`); \`ERROR00n\` comes in place of a reply; a negative number is a status of the native
  shell; \`-\` never crosses a wire. Codes below 11000 were given with the product, ours begin at 11000: 110xx general, 111xx accounts and
  secrets, 112xx money and cards, 113xx listings, 114xx orders,
  115xx operators.
- **Data**: what comes along in \`data\`: what the text shows in braces, then what is for the program alone. \`errorMessage\` is always the zh-TW
  text; an app in English takes its own text by the code and fills in the same data.
- **Report**: a fault or a bug of ours, for the operators' attention. **Signs out**: the app deletes the member data and goes to Login.
- **Retry**: \`never\`, the answer is final until something else changes; \`later\`, the same wish may succeed after a wait, as a new command;
  \`same-rid\`, the outcome is unknown, so the same command goes out again with the RID it had.

Below 連線不穩 the app shows the local message of the channel's answer: 001, 002 or 003. Any other native failure is CONNECTION_FAILED with its
details; a network error on the web is PROXY_UNREACHABLE, and a timeout or a failed retry is CONNECTION_UNSTABLE. PUSH_TOKEN_MISSING is only logged.

A sign-out code on a second or later transmission of one command leaves its outcome unknown too: the first one may have run. A \`getMemberInfo\`
that answers any code above 0 signs out, except 10101, 11001, 11002 and 11003, which count as a failed connection of this call.

The \`reason\` of NOT_SIGNED_IN is \`none\`, \`takeover\`, \`signed-out\`, \`operator\`, \`password\` or \`freeze\`, with \`at\`, \`place\` and \`device\` where known.
`;

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => name);
}

export function errorsDocument(): string {
  const rows = Object.entries<ErrorEntry>(ERRORS).map(([name, entry]) => [
    name,
    entry.code === null ? '-' : String(entry.code),
    entry.from,
    entry.zhTW,
    entry.en,
    list([...placeholders(entry.zhTW), ...(entry.carries ?? [])]),
    yes(entry.report),
    yes(entry.signsOut),
    entry.retry,
  ]);
  const head = ['Name', 'Code', 'From', 'zh-TW', 'English', 'Data', 'Report', 'Signs out', 'Retry'];
  return `${ERRORS_HEAD}\n${table(head, rows)}\n`;
}

const CONSTANTS_HEAD = `# Constants and limits (section 9)

From \`packages/contract/src/constants.ts\`, which says where each comes from. Both sides of the wire read them there.
`;

export function constantsDocument(): string {
  const isConstant = (name: string, value: unknown): boolean =>
    /_(MS|PX|MIN|MAX|BYTES|LENGTH|BASE|INDEX|NAME|PATH|PREFIX|SUFFIX|MINUTES)$/.test(name) &&
    (typeof value === 'number' || typeof value === 'string');
  const rows = Object.entries<unknown>({ ...constants, ...errors, ...member, ...orders, ...rules })
    .filter(([name, value]) => isConstant(name, value))
    .map(([name, value]) => [
      `\`${name}\``,
      typeof value === 'number' ? value.toLocaleString('en') : String(value),
    ])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));
  const { SAFARI_VERSION_MIN: safari, CHANNEL_CRYPTO: crypto } = constants;
  const compound = [
    ['`SAFARI_VERSION_MIN`', `${safari.major}.${safari.minor}`],
    ...Object.entries(crypto).map(([name, value]) => [`\`CHANNEL_CRYPTO.${name}\``, `\`${value}\``]),
  ];
  return `${CONSTANTS_HEAD}\n${table(['Name', 'Value'], [...rows, ...compound])}\n`;
}

function duration(ms: number): string {
  const units = [
    { name: 'd', ms: 86_400_000 },
    { name: 'h', ms: 3_600_000 },
    { name: 'min', ms: 60_000 },
  ];
  const unit = units.find((one) => ms >= one.ms && ms % one.ms === 0);
  return unit ? `${ms / unit.ms} ${unit.name}` : `${ms} ms`;
}

function noticesOf({ notices, thread }: Transition): string {
  const told = notices.map(
    ({ type, to, receipt }) => `${type} (${to.join(', ')}${receipt ? '; receipt' : ''})`,
  );
  return list(thread ? [...told, `thread: ${thread}`] : told);
}

function transitionRow(it: Transition): string[] {
  const request = it.request ? `; request: ${it.request.join(' or ')}` : '';
  const change = `${it.to}${it.opens ? ', request opens' : ''}`;
  return [
    it.id,
    `${it.from.join(', ')}${request}`,
    `${it.event} (${it.actors.join(', ')})`,
    list(it.guards),
    change,
    it.escrow ?? '-',
    it.clock,
    noticesOf(it),
    yes(it.implemented),
  ];
}

function noticeRow([type, notice]: [string, Notice]): string[] {
  const oneOf = notice.carriesOneOf ? `; one of ${notice.carriesOneOf.join(', ')}` : '';
  return [type, notice.title.zhTW, notice.title.en, `${notice.carries.join(', ')}${oneOf}`];
}

function noticeTextRows([type, variants]: [string, readonly NoticeVariant[]]): string[][] {
  return variants.map(({ if: facts, title, text }) => [
    type,
    list(
      Object.entries(facts).map(([name, value]) => (name === 'role' ? String(value) : `${name}=${value}`)),
    ),
    `**${title.zhTW}** ${text.zhTW}`,
    `**${title.en}** ${text.en}`,
  ]);
}

const ORDERS_HEAD = `# Listings and orders (section 4)

The commission names 13 notification types and leaves the machine open; this is ours, from \`packages/contract/src/orders/transitions.ts\`. Rows marked "today" work; the
others are refused (11403), and no timer fires them.

A **listing** (掛單) is what its owner publishes. An **order** (訂單) is what a locker makes by locking part of one. The **payer** sends money outside and
receives the coin; the **payee** owns the escrowed coin and receives the money. In a sell listing the owner is the payee, in a buy listing the
payer. Rules are written for payer and payee, notifications for owner and locker.

The four "Ack" names are answers to a request to cancel, and orderWaitAck is also the wait for the payee's confirmation; with \`ackOf\` = \`lock\` the same
types serve listings whose owner wants to be asked first. Silence never hurts a payer: from PAID on no timer gives the coin back
unless the payer has asked for it.
`;

const ORDERS_TAIL = `## Invariants

1. For each coin all accounts sum to zero, and no member account is negative.
2. An order's escrow holds the locked quantity while it lives and nothing at an end; a member's listing reserve is the sum of what remains of the
   own open and paused sell listings.
3. From PAID on no timer and no silence moves coin to the payee unless the payer asked for the cancel.
4. The coin leaves escrow once per lock or relock; of two commands at once one wins and the other is told that the state has changed, with the
   new order. What funded the escrow stands in the order from its lock and relock on, and every return goes by it.
5. Each transition has its event row with a detail (\`packages/contract/src/orders/event-detail.ts\`), its postings and an inbox row for every recipient,
   or none of them.
6. Every live state has somebody whose duty it is and a time by which something happens.
7. No timer sets a fault that overlapped a declared outage or the other side's duty.
8. Payment data are seen only by the payer: while a payment is awaited or made, and for 72 hours after an end, if they had been shown before it
   (decision 0225). Each view leaves a trace.
9. Replaying an order's events gives its row, its balances and its allowed actions (\`replay.db.test.ts\`; every test of trades ends with it).
`;

export function ordersDocument(): string {
  const states = ORDER_STATES.map((state) => {
    const { zhTW, en, duty, clock } = ORDER_STATE_INFO[state];
    return [state, zhTW, en, duty ?? '-', clock];
  });
  const timers = Object.entries(TIMERS).map(([name, { defaultMs, minMs, maxMs, choicesMs }]) => [
    name,
    duration(defaultMs),
    choicesMs
      ? list(choicesMs.map(duration))
      : minMs === maxMs
        ? '-'
        : `${duration(minMs)} to ${duration(maxMs)}`,
  ]);
  return [
    ORDERS_HEAD,
    '## States of an order\n',
    table(['State', 'zh-TW', 'English', 'Duty', 'Clock'], states),
    "\nOver LOCKED, PAID and STUCK a request to cancel may lie (`by-payer`, `by-payee`); while one lies over PAID, that state's clock stands still, and the duty\nis the answering side's. How an order ended (`resolution`) and whose fault it was (`fault`) are kept apart.\n",
    '## Rows\n',
    "The number before the dot is a row of the specification; what follows tells apart events, actors or stages that one row joins. T21.stuck and\nT21b.stuck let a payee ask while stuck, as the matrix of actions wants; there neither refusal nor silence changes the state. L rows are the listing's.\n",
    table(
      ['Row', 'From', 'Event (who)', 'Guards', 'To', 'Escrow', 'Clock', 'Tells', 'Today'],
      TRANSITIONS.map(transitionRow),
    ),
    '\n## Timers\n',
    table(['Timer', 'Default', 'Range'], timers),
    '\nKept as absolute instants of database time, checked again in the transaction that fires them, caught up in order of due time after a stop. A command\non a row with a deadline first fires what is due. An extension adds 10, 15 or 30 minutes, at most twice and 60 minutes together. Reminders to confirm\ncome 5 minutes after paid and 3 minutes before the end. An outage moves them all, and the times after an end (to claim, to appeal, to rate) do not run in it.\n',
    '\nThe clocks of a case (`firstAnswer`, `ruling`, `escalation`) begin with it, also beside an order that has ended, and decide nothing: the coin stays in escrow. A first answer is due in\nhours of service (09:00 to 21:00 in Taipei), and what begins in the evening the next morning; a late one shows on the board of the operators. A late ruling is told to both sides, with the\ntime at which whoever leads takes the case over; then the case stands on a board of its own, only whoever leads answers and rules it, and each day that passes without a ruling is told.\nAn answer, a ruling and the end of a case stop their clocks (decision 0171).\n',
    '\nA clock that fails by its own fault is put off, and after the fifth try its order becomes a case (T32, decision 0064). An error in a command of a member is never one, nor is a posting that the ledger\nrefuses there: the transaction is undone, order and coin stand as before, and the member is told and can try again. Nobody waits for an act that the member sees has failed.\n',
    '## Notifications\n',
    table(['Type', 'Title', 'English', 'Extra data'], Object.entries(ORDER_NOTICES).map(noticeRow)),
    '\nEach is written to the inbox in the database transaction of its transition; push is a copy. The title above is said where a notice does not tell who reads it; otherwise\nthe first entry below that holds is said, and the dialog adds that 確認 only opens the order.\n',
    table(['Type', 'For', 'zh-TW', 'English'], Object.entries(NOTICE_TEXTS).flatMap(noticeTextRows)),
    '',
    ORDERS_TAIL,
  ].join('\n');
}
