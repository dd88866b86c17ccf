/** What operators tell many members at once: kinds, audiences, links, limits. */

/** All that a push or a locked screen says of it: what it is about stands in the app. */
export const BROADCAST_TITLE = { zhTW: '穩付公告', en: 'Announcement from Holdfast' } as const;

interface Named {
  readonly zhTW: string;
  readonly en: string;
}

/** `news` and `film` can be muted by a member, `safety` cannot; `film` shows the intro video. */
export const BROADCAST_KINDS = {
  news: { zhTW: '一般公告', en: 'News' },
  safety: { zhTW: '安全公告', en: 'Safety' },
  film: { zhTW: '介紹影片', en: 'Intro video' },
} as const satisfies Readonly<Record<string, Named>>;
export type BroadcastKind = keyof typeof BROADCAST_KINDS;

/** Who decides: what nobody can switch off has a permission of its own. */
export const requestKindOf = (kind: BroadcastKind): 'broadcast' | 'broadcast-safety' =>
  kind === 'safety' ? 'broadcast-safety' : 'broadcast';

/** Whom it is for. `level`, `language` and `accounts` need a value beside them. */
export const AUDIENCES = {
  all: { zhTW: '所有會員', en: 'All members' },
  level: { zhTW: '指定等級', en: 'One level' },
  merchants: { zhTW: '商家', en: 'Merchants' },
  language: { zhTW: '指定語言', en: 'One language' },
  'live-order': { zhTW: '有進行中訂單的會員', en: 'Members with an order in progress' },
  accounts: { zhTW: '指定帳號', en: 'Named accounts' },
} as const satisfies Readonly<Record<string, Named>>;
export type Audience = keyof typeof AUDIENCES;

/** Of members whose app has not said another one it is the first. */
export const BROADCAST_LANGUAGES = ['zh-TW', 'en'] as const;

/** Where its message leads in the app: a name from this list and never an address, so that no operator can send members elsewhere. */
export const BROADCAST_LINKS = {
  home: { zhTW: '首頁', en: 'Home' },
  market: { zhTW: '交易', en: 'Trade' },
  listings: { zhTW: '我的掛單', en: 'My listings' },
  orders: { zhTW: '訂單', en: 'Orders' },
  security: { zhTW: '安全中心', en: 'Security' },
  devices: { zhTW: '裝置與登入', en: 'Devices and sign-ins' },
  'real-name': { zhTW: '實名驗證', en: 'Real name' },
  'bank-cards': { zhTW: '銀行帳戶', en: 'Bank accounts' },
  settings: { zhTW: '設定', en: 'Settings' },
} as const satisfies Readonly<Record<string, Named>>;
export type BroadcastLink = keyof typeof BROADCAST_LINKS;

/**
 * `asked` waits for a second operator, `planned` for its time. `missed`: its time was more than a day ago and nothing had gone out.
 * `replaced`: another text, audience or time was asked for in its place.
 */
export const BROADCAST_STATES = {
  asked: { zhTW: '等待覆核', en: 'Waits for approval' },
  planned: { zhTW: '已排定', en: 'Planned' },
  running: { zhTW: '發送中', en: 'Going out' },
  done: { zhTW: '已發送', en: 'Sent' },
  stopped: { zhTW: '已停止', en: 'Stopped' },
  missed: { zhTW: '逾時未發送', en: 'Missed its time' },
  replaced: { zhTW: '已由新版取代', en: 'Replaced' },
  refused: { zhTW: '已退回', en: 'Refused' },
  withdrawn: { zhTW: '已撤回', en: 'Withdrawn' },
  expired: { zhTW: '覆核逾期', en: 'Not approved in time' },
} as const satisfies Readonly<Record<string, Named>>;
export type BroadcastState = keyof typeof BROADCAST_STATES;

export const BROADCAST_TITLE_MAX = 40;
export const BROADCAST_TEXT_MAX = 600;
export const BROADCAST_ACCOUNTS_MAX = 500;
export const BROADCAST_DAYS_AHEAD_MAX = 90;
/** How many may begin on a day of Taipei, those of `safety` apart from the others. The database keeps it too. */
export const BROADCASTS_A_DAY = 3;
/** How many of the others a member is told within 24 hours; further ones pass by. The database keeps it too. */
export const NEWS_OF_A_MEMBER = 2;

/** No control characters but line breaks, and none that turn the direction of a text round or have no width. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const HIDDEN = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/;
/** An address of the web: members are told where to go by a link of the list. */
const ADDRESS = /:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|io|tw|cn|app|xyz|info|me|cc|co)\b/i;

/** Whether a text can be shown as it stands: plain, and without an address of the web. */
export const isPlainText = (text: string): boolean => !HIDDEN.test(text) && !ADDRESS.test(text);

export const takesValue = (audience: Audience): boolean =>
  audience === 'level' || audience === 'language' || audience === 'accounts';

/** The accounts of a list as it is typed, each once. */
export const accountsIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;、，；]+/)
      .filter((account) => account !== ''),
  ),
];

/** Whether a value fits its audience: a level, a language, a list of accounts; '' where none is needed. */
export function isValueOf(audience: Audience, value: string): boolean {
  if (audience === 'level') return /^[0-9]$/.test(value);
  if (audience === 'language') return BROADCAST_LANGUAGES.some((language) => language === value);
  if (audience !== 'accounts') return value === '';
  const count = accountsIn(value).length;
  return count > 0 && count <= BROADCAST_ACCOUNTS_MAX;
}
