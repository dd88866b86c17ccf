// The walls of the house as data: who may import whom, and which names may be used where. `tools/tidy` reads this
// table and proves it on every file; ARCHITECTURE.md tells the reasons. A line added here is a decision, so it says why.

/** Workspace folder -> the workspace packages that it may import. Everything not named is refused. */
export const EDGES: Readonly<Record<string, readonly string[]>> = {
  'packages/kernel': [],
  'packages/contract': ['kernel'],
  'packages/secure-channel': ['kernel'],
  'packages/ledger': ['kernel'],
  'packages/ui': ['kernel'],
  'packages/client': ['kernel', 'contract', 'secure-channel'],
  // What members and authorities read on paper. It knows no order: whoever prints says what stands there.
  'packages/documents': ['kernel'],
  'packages/postgres': [],
  // Migrations, connection pool, sealed columns and database clones: below the server and the test kit, which both need them. It seals with
  // the box of the secure channel.
  'packages/database': ['secure-channel'],
  // A member without a browser speaks to a product as a device does.
  'packages/testkit': ['kernel', 'contract', 'secure-channel', 'ledger', 'postgres', 'database'],
  'apps/server': ['kernel', 'contract', 'secure-channel', 'ledger', 'documents', 'database'],
  'apps/member': ['kernel', 'contract', 'secure-channel', 'client', 'ui'],
  'apps/console': ['kernel', 'contract', 'secure-channel', 'client', 'ui'],
  // Starts, builds and measures the product, so it may look at any of its parts.
  tools: ['kernel', 'contract', 'secure-channel', 'postgres', 'database', 'testkit'],
};

/** Inside an app an import goes to the same floor or a lower one, never up. A file in src/ itself is on the top floor. */
export const FLOORS: Readonly<Record<string, number>> = {
  main: 3,
  roles: 3,
  app: 3,
  // The service worker: a program of its own beside the app.
  sw: 3,
  demo: 3,
  features: 2,
  components: 1.6,
  state: 1.3,
  platform: 1,
  'config.ts': 0,
  'config-schema.ts': 0,
};

/** Server slices that may call another slice, through its index.ts and in one transaction. `from -> to`. */
export const FEATURE_EDGES: readonly (readonly [from: string, to: string])[] = [
  ['registration', 'one-time-code'], // a new member's mobile is proven by a code
  ['registration', 'sign-in'], // a new member is signed in by the same door
  ['registration', 'operators'], // and a rule of the register block says who made it
  ['member-administration', 'operators'], // what members may do is decided by two operators
  ['member-administration', 'authenticator'], // two operators remove one that was lost
  ['member-administration', 'sign-in'], // whoever may not sign in is signed out, and a block is lifted
  ['member-administration', 'security'], // an operator sees cool-downs and sign-ins
  ['member-administration', 'bank-cards'], // and the cards
  ['levels', 'listings'], // a level is earned by orders, and the own listings follow it
  ['levels', 'security'], // what a member may trade in a day is less where the member wants less
  ['levels', 'notifications'], // and a raise of that is told
  ['member-administration', 'listings'], // and sets a member's rank in the market, and what they may lock
  ['member-administration', 'orders'], // and sees and clears what a member has cancelled today
  ['member-administration', 'real-name'], // a member is found by an identity number
  ['maintenance', 'operators'], // a maintenance says who planned it
  ['broadcasts', 'operators'], // a broadcast is asked for
  ['broadcasts', 'notifications'], // and written into inboxes
  ['settings', 'operators'], // a setting says who changed it, and money and limits are asked for
  ['operators', 'sign-in'], // a device is named in the same way
  ['sign-in', 'one-time-code'], // a code freezes an account without a session
  ['sign-in', 'security'], // a sign-in notes its device, and a new one starts a cool-down
  ['sign-in', 'notifications'], // and tells the member
  ['sign-in', 'push'], // and decides which installs are told what
  ['security', 'push'], // a removed device is told nothing more
  ['push', 'notifications'], // copies of the inbox
  ['sign-in', 'authenticator'], // whoever has an authenticator gives a code of it besides the password
  ['sign-in', 'passkeys'], // a passkey signs in without a password
  ['passkeys', 'authenticator'], // both are guarded in the same way
  ['authenticator', 'one-time-code'], // adding and removing one is guarded like a change of contact
  ['authenticator', 'security'], // it starts a cool-down
  ['authenticator', 'notifications'], // and is told of
  ['security', 'notifications'], // another phrase is told of
  ['contact-change', 'one-time-code'], // codes to the old address and to the new one
  ['contact-change', 'sign-in'], // and gives the session another proof
  ['contact-change', 'real-name'], // addresses are declared lost after a fresh selfie
  ['contact-change', 'security'], // a changed address starts a cool-down
  ['contact-change', 'notifications'], // and is told of
  ['notifications', 'one-time-code'], // news of a change go where codes go
  ['passwords', 'one-time-code'], // a forgotten password is set with a code
  ['passwords', 'security-questions'], // and with answers, where the member has questions
  ['passwords', 'sign-in'], // the old password is tried as a sign-in tries it, and a new one ends sessions
  ['passwords', 'transaction-secret'], // the reset flow ends with a new transaction secret
  ['passwords', 'security'], // a new password starts a cool-down
  ['passwords', 'notifications'], // and is told of
  ['transaction-secret', 'one-time-code'], // a forgotten secret is set with a code
  ['transaction-secret', 'sign-in'], // and with the login password
  ['transaction-secret', 'security'], // it starts a cool-down
  ['transaction-secret', 'notifications'], // and is told of
  ['security-questions', 'notifications'], // other questions are told of
  ['member-profile', 'one-time-code'], // and the member is told where codes go
  ['member-profile', 'assets'], // a member's picture is an uploaded file
  ['member-profile', 'security'], // what a member may do depends on what cools down
  ['bank-cards', 'member-profile'], // a card's holder is compared with the member's name
  ['bank-cards', 'security'], // a card that was added during a cool-down waits for its end
  ['bank-cards', 'receiving-accounts'], // a card is one kind of account to be paid on
  ['bank-cards', 'notifications'], // its review is told of
  ['receiving-accounts', 'member-profile'], // the holder is compared with the member's name
  ['receiving-accounts', 'security'], // one that was added during a cool-down waits for its end
  ['receiving-accounts', 'reviews'], // an account is decided by whoever has claimed it
  ['third-party-payment', 'assets'], // a pay account names its picture
  ['third-party-payment', 'receiving-accounts'], // a pay account is another kind of account to be paid on
  ['third-party-payment', 'bank-cards'], // it cools down as a card does, and its review is told of by the notice of cards
  ['third-party-payment', 'member-profile'], // its holder is compared with the member's name
  ['third-party-payment', 'security'], // one that was added during a cool-down waits for its end
  ['orders', 'assets'], // a line of an order's thread shows a file
  ['orders', 'third-party-payment'], // the room shows the pay account that is paid on, and what is used is not removed
  ['real-name', 'assets'], // an application names its pictures
  ['real-name', 'member-profile'], // a verified name stands in the member's row
  ['real-name', 'notifications'], // a decision is told of
  ['real-name', 'operators'], // and says who made it
  ['cases', 'assets'], // the files that both sides have shown
  ['cases', 'orders'], // a case room shows an order, and rules it
  ['cases', 'member-profile'], // the stuck board names both sides
  ['cases', 'operators'], // and who works on what
  ['cases', 'reviews'], // by the claims of the queues
  ['reviews', 'operators'], // a claim says by name who has it
  ['real-name', 'reviews'], // an application is decided by whoever has claimed it
  ['listings', 'bank-cards'], // a listing names the card that is paid on
  ['listings', 'third-party-payment'], // or the pay account
  ['listings', 'receiving-accounts'], // which may receive payments
  ['orders', 'receiving-accounts'], // as the one that an order is paid on
  ['listings', 'notifications'], // an owner is told of an end that was not the owner's
  ['listings', 'member-profile'], // the market shows the owner's nickname
  ['listings', 'sign-in'], // who is away is asked before a lock
  ['listings', 'security'], // an owner who wants to trade less in a day is passed over by the market
  ['orders', 'sign-in'], // as the lock itself finds
  ['orders', 'listings'], // a lock takes from a listing's stock, a cancel gives back
  ['orders', 'bank-cards'], // the room shows the card that is paid on
  ['orders', 'member-profile'], // and both nicknames
  ['orders', 'security'], // releasing asks more while a cool-down runs
  ['orders', 'one-time-code'], // namely a code
  ['wallet', 'orders'], // a record of an order says with whom it was
  ['orders', 'notifications'], // a transition writes its inbox rows in the same transaction
];

/** Apps whose slices never import each other: the route or the shell composes them. */
export const APPS_WITHOUT_FEATURE_EDGES: readonly string[] = ['apps/member', 'apps/console'];

/** Code that runs in a browser or anywhere: Node's own modules are not there. */
export const WITHOUT_NODE: readonly RegExp[] = [
  /^packages\/(kernel|contract|ui|client)\/src\//,
  /^apps\/(member|console)\/src\//,
];

/** Faces for the browser of packages that also have one for Node: whatever can be reached from here must do without Node. */
export const BROWSER_FACES: readonly string[] = [
  'packages/secure-channel/browser.ts',
  'packages/secure-channel/browser-files.ts',
];

type Confined = { name: RegExp; only: readonly RegExp[]; why: string };

/** Packages that stay behind one wall. Tests, benches and simulators may use them to look from outside. */
export const CONFINED_PACKAGES: readonly Confined[] = [
  {
    name: /^@noble\//,
    only: [/^packages\/secure-channel\//],
    why: 'primitives are composed in one reviewed place',
  },
  {
    name: /^(pg|kysely)$/,
    only: [
      /^packages\/(database|ledger|testkit)\//,
      /^apps\/server\/src\/platform\//,
      /\.store\.ts$/,
      /^tools\//,
    ],
    why: 'SQL lives in stores, the ledger, the database package and its platform',
  },
  {
    name: /^fastify$|^@fastify\//,
    only: [/^apps\/server\/src\/(platform|roles)\//],
    why: 'no feature knows its transport',
  },
  {
    name: /^@capacitor/,
    only: [/\/platform\/[^/]+\/native\.ts$/],
    why: 'a feature never asks which shell it runs in',
  },
  {
    name: /^(node:)?process$/,
    only: [/\/config\.ts$/, /^tools\//],
    why: 'it would be another door to the environment',
  },
  {
    name: /^(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$)/,
    only: [/\/platform\//, /^tools\//, /^packages\/(postgres|testkit)\//],
    why: 'the outside world has ports, timeouts and fakes',
  },
  {
    name: /^react$|^react-dom/,
    only: [/^packages\/(ui|client)\//, /^apps\/(member|console)\//],
    why: 'rules and contract run without a screen',
  },
  {
    name: /^@holdfast\/testkit$/,
    only: [/^packages\/testkit\//],
    why: 'factories and fakes never reach production',
  },
];

/** Names of the runtime that only some files may touch. The part before the dot alone stands for any use of it. */
export const CONFINED_NAMES: readonly Confined[] = [
  {
    name: /^process\.env$/,
    only: [/\/config\.ts$/, /\.config\.ts$/, /^tools\//, /^packages\/(postgres|testkit)\//],
    why: 'configuration is read once, checked and frozen; tools and the test kit run before there is one',
  },
  {
    name: /^((globalThis|window)\.)?fetch$/,
    // A service worker stands between the app and the network.
    only: [/\/platform\//, /^packages\/client\/src\/network\//, /^tools\//, /^apps\/member\/src\/sw\//],
    why: 'the outside world has ports, timeouts and fakes',
  },
  {
    name: /^Math\.random$/,
    only: [],
    why: 'ids and keys come from the cryptographic source, tests from a seed',
  },
];

/** What a `*.rules.ts` file may not touch: time and ids come in as arguments. */
export const IMPURE_NAMES =
  /^(Date\.now|new Date|performance\.now|crypto|process|fetch|setTimeout|setInterval|Temporal\.Now)/;
export const RULES_MAY_IMPORT: readonly string[] = ['kernel', 'contract'];

/** Where SQL text may stand; a store names only its own Postgres schema. */
export const SQL_HOMES: readonly RegExp[] = [
  /\.store\.ts$/,
  /^packages\/(database|ledger|testkit|postgres)\//,
  /^apps\/server\/src\/platform\//,
  /^tools\//,
];

/** The only writer of the ledger's tables is the ledger; its package hands out functions, not rows. */
export const LEDGER_WRITERS: readonly RegExp[] = [/^packages\/ledger\//];

/**
 * Slice -> the Postgres schemas that its stores may name, where it is not the slice's own name: several slices share the
 * member's row, and a listing and its orders are one stock.
 */
export const STORE_SCHEMAS: Readonly<Record<string, readonly string[]>> = {
  registration: ['member'],
  'one-time-code': ['member'],
  'sign-in': ['member'],
  security: ['member'],
  authenticator: ['member'],
  passkeys: ['member'],
  'contact-change': ['member'],
  'member-profile': ['member'],
  'transaction-secret': ['member'],
  passwords: ['member'],
  'security-questions': ['member'],
  'member-administration': ['member'],
  levels: ['member'],
  // The audit log shows by name whoever it names.
  operators: ['operator', 'member', 'platform'],
  'bank-cards': ['bank'],
  'third-party-payment': ['pay'],
  // Counts what is open in other slices, and reads none of it.
  dashboard: ['dashboard', 'real_name', 'bank', 'pay', 'orders', 'member'],
  'real-name': ['real_name', 'member'],
  reviews: ['review'],
  // An operator's look at what the parties see from their side.
  cases: ['orders'],
  listings: ['orders'],
  notifications: ['inbox'],
  broadcasts: ['broadcast', 'member'],
};

/** Files that look at the product from outside and therefore may cross walls that protect production. */
export const isTestFile = (path: string): boolean => /\.(test|spec|e2e)\.tsx?$/.test(path);
export const isOutside = (path: string): boolean =>
  isTestFile(path) ||
  /\/(test|tests|testing|attacks|bench|sim|e2e|gallery)\//.test(path) ||
  path.startsWith('packages/testkit/');

/** Sizes as sensors: tables, tests and generated code are exempt because splitting them would only move lines. */
export const LINES_MAX_FILE = 400;
export const LINES_MAX_FUNCTION = 70;
export const isExemptFromSize = (path: string): boolean =>
  isOutside(path) ||
  /\.calls\.ts$|\.table\.ts$|\/generated\/|\/locales?\/|^packages\/contract\/src\//.test(path);

/** Long functions that a split would only move lines of: `path name` -> why it stays whole. */
export const KEPT_WHOLE: Readonly<Record<string, string>> = {};
