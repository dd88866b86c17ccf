import { FEE_BASIS_POINTS, type Coin } from '@holdfast/kernel';
import { levelOf, LEVELS, type Level, type LevelNeed, type LevelNeeds } from '../member/levels.ts';
import { PAY_WINDOWS_MIN, TIMERS, type TimerName } from '../orders/machine.ts';

/**
 * What operators can change while the product runs: one table for server, console and tests. As long as nobody has changed a setting it is the
 * constant that stands here as its default. A new setting is a line here; its prefix says its group, and the group whether it needs two people.
 */

interface Texts {
  readonly zhTW: string;
  readonly en: string;
}

interface Common extends Texts {
  /** Whom a change concerns, and from when on. */
  readonly effect: Texts;
}

interface NumberSetting extends Common {
  readonly type: 'number';
  readonly unit: SettingUnit;
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Some of a fixed list, at least one, ascending. */
interface ChoicesSetting extends Common {
  readonly type: 'choices';
  readonly unit: SettingUnit;
  readonly choices: readonly number[];
  readonly default: readonly number[];
}

export type SettingRule = NumberSetting | ChoicesSetting;

/** Milliseconds of the units that are times. */
const UNIT_MS = { minutes: 60_000, hours: 3_600_000 } as const;
export type SettingUnit =
  | 'basisPoints'
  | 'orders'
  | 'listings'
  | 'members'
  | 'percent'
  | 'days'
  | 'twd'
  | 'usdt'
  | 'level'
  | keyof typeof UNIT_MS;

interface SettingGroup extends Texts {
  /** Money and limits do. The database reads the same from the prefix of the name (`platform.set_setting`). */
  readonly needsTwo: boolean;
}

export const SETTING_GROUPS = {
  fee: { zhTW: '手續費', en: 'Fees', needsTwo: true },
  limit: { zhTW: '上限', en: 'Limits', needsTwo: true },
  level: { zhTW: '會員等級', en: 'Member levels', needsTwo: true },
  price: { zhTW: '價格提醒', en: 'Price warnings', needsTwo: false },
  clock: { zhTW: '訂單時限', en: 'Order times', needsTwo: false },
} as const satisfies Readonly<Record<string, SettingGroup>>;
export type SettingGroupName = keyof typeof SETTING_GROUPS;

function locks(level: number) {
  return {
    type: 'number',
    unit: 'orders',
    min: 1,
    max: 20,
    default: levelOf(level, LEVELS).locksMax,
    zhTW: `等級 ${level} 同時進行的訂單`,
    en: `Orders in progress at once, level ${level}`,
    effect: {
      zhTW: '從下一次鎖定起生效。進行中的訂單不受影響，個別設定上限的會員也不受影響。',
      en: 'Holds from the next lock on. Orders in progress stay, and so do members with a limit of their own.',
    },
  } as const;
}

function daily(level: number, coin: Coin) {
  const unit = coin === 'TWD' ? 'twd' : 'usdt';
  return {
    type: 'number',
    unit,
    min: 1,
    max: 9_999_999,
    default: levelOf(level, LEVELS).dailyMax[coin],
    zhTW: `等級 ${level} 每天買入與賣出的 ${coin} 上限`,
    en: `${coin} to buy and to sell in a day, level ${level}`,
    effect: {
      zhTW: '從下一次鎖定起生效。進行中的訂單不受影響；會員自己設定得更低的，以會員的為準。',
      en: 'Holds from the next lock on. Orders in progress stay. Where a member has set less, that counts.',
    },
  } as const;
}

/** A level that members reach by themselves: the first needs nothing. */
type EarnedLevel = 1 | 2;

const NEED_RULES = {
  finishedOrders: { unit: 'orders', max: 1000, zhTW: '完成的訂單', en: 'finished orders' },
  partners: { unit: 'members', max: 500, zhTW: '交易對象', en: 'members traded with' },
  completionPercent: { unit: 'percent', max: 100, zhTW: '完成率', en: 'completion' },
  memberDays: { unit: 'days', max: 365, zhTW: '註冊天數', en: 'days as a member' },
} as const satisfies Readonly<Record<LevelNeed, Texts & { unit: SettingUnit; max: number }>>;

function need(level: EarnedLevel, name: LevelNeed) {
  const { unit, max, zhTW, en } = NEED_RULES[name];
  return {
    type: 'number',
    unit,
    min: 0,
    max,
    default: levelOf(level, LEVELS).needs[name],
    zhTW: `升到等級 ${level} 需要：${zhTW}`,
    en: `Needed for level ${level}: ${en}`,
    effect: {
      zhTW: '用於之後升級的會員。已有的等級不會降低。',
      en: 'Holds for members who rise later. Nobody loses a level by it.',
    },
  } as const;
}

function clock<U extends keyof typeof UNIT_MS>(
  timer: TimerName,
  rule: Texts & { unit: U; min: number; max: number },
) {
  return {
    type: 'number',
    default: TIMERS[timer].defaultMs / UNIT_MS[rule.unit],
    effect: {
      zhTW: '只用於之後才開始計時的時限。已經開始計時的訂單維持原本的期限。',
      en: 'Holds for clocks that begin later. One that is running keeps its end.',
    },
    ...rule,
  } as const;
}

const PAY_WINDOWS = PAY_WINDOWS_MIN.map(Number);

export const SETTINGS = {
  'fee.order': {
    type: 'number',
    unit: 'basisPoints',
    min: 0,
    max: 100,
    default: FEE_BASIS_POINTS,
    zhTW: '訂單手續費',
    en: 'Order fee',
    effect: {
      zhTW: '只用於之後鎖定的訂單。已鎖定的訂單維持鎖定時的手續費。',
      en: 'Holds for orders that are locked later. One that is locked keeps the fee that it was locked with.',
    },
  },
  'limit.locksOfLevel0': locks(0),
  'limit.locksOfLevel1': locks(1),
  'limit.locksOfLevel2': locks(2),
  'limit.listings': {
    type: 'number',
    unit: 'listings',
    min: 1,
    max: 10_000,
    default: 20,
    zhTW: '一位會員同時的掛單（同一種幣、同一邊）',
    en: 'Listings of one member at once (of one coin, on one side)',
    effect: {
      zhTW: '從下一次掛出起生效。已經掛出的不受影響。',
      en: 'Holds from the next listing that is published on. What is listed already stays.',
    },
  },
  'limit.dailyTWD0': daily(0, 'TWD'),
  'limit.dailyTWD1': daily(1, 'TWD'),
  'limit.dailyTWD2': daily(2, 'TWD'),
  'limit.dailyUSDT0': daily(0, 'USDT'),
  'limit.dailyUSDT1': daily(1, 'USDT'),
  'limit.dailyUSDT2': daily(2, 'USDT'),
  'limit.rulingAlone': {
    type: 'number',
    unit: 'twd',
    min: 0,
    max: 500_000,
    default: 10_000,
    zhTW: '一人可裁決的訂單金額',
    en: 'Sum up to which one person rules',
    effect: {
      zhTW: '從下一次裁決起生效。付款申報後的強制取消與重新託管一律需要兩人。',
      en: 'Holds from the next ruling on. A force cancel after the payment was declared, and a new escrow, always take two.',
    },
  },
  'limit.holdBelowLevel': {
    type: 'number',
    unit: 'level',
    min: 0,
    max: LEVELS.length,
    default: 2,
    zhTW: '買入的幣隔日才可用：適用於此等級以下的會員',
    en: 'Bought coin is free the day after next: for members below this level',
    effect: {
      zhTW: '從下一筆完成的訂單起生效。已保留的幣維持原本的時間。設為 0 表示不保留。',
      en: 'Holds from the next order that finishes on. Coin that is held keeps its time. 0 holds nothing.',
    },
  },
  'price.deviation': {
    type: 'number',
    unit: 'percent',
    min: 1,
    max: 50,
    default: 10,
    zhTW: '單價和參考價差多少就提醒',
    en: 'How far a price lies from its reference before members are told',
    effect: {
      zhTW: '從下一次查看市場或填寫掛單起生效。提醒不會擋下任何掛單或訂單。',
      en: 'Holds from the next look at the market or the form of a listing on. It stops no listing and no order.',
    },
  },
  'level.finishedOrders1': need(1, 'finishedOrders'),
  'level.partners1': need(1, 'partners'),
  'level.completionPercent1': need(1, 'completionPercent'),
  'level.memberDays1': need(1, 'memberDays'),
  'level.finishedOrders2': need(2, 'finishedOrders'),
  'level.partners2': need(2, 'partners'),
  'level.completionPercent2': need(2, 'completionPercent'),
  'level.memberDays2': need(2, 'memberDays'),
  'clock.pay': {
    type: 'choices',
    unit: 'minutes',
    choices: PAY_WINDOWS,
    default: PAY_WINDOWS,
    zhTW: '賣家可選的付款時限',
    en: 'Times to pay that sellers may choose',
    effect: {
      zhTW: '只用於之後刊登的掛單。已刊登的掛單與進行中的訂單維持原本的付款時限。',
      en: 'Holds for listings that are published later. Listings and orders that exist keep their time to pay.',
    },
  },
  'clock.accept': clock('accept', {
    unit: 'minutes',
    min: 1,
    max: 5,
    zhTW: '賣家決定是否接單的時間',
    en: 'Time to accept an order',
  }),
  'clock.grace': clock('grace', {
    unit: 'minutes',
    min: 5,
    max: 60,
    zhTW: '付款逾時後的確認時間',
    en: 'Last check after the time to pay',
  }),
  'clock.ack': clock('ack', {
    unit: 'minutes',
    min: 10,
    max: 120,
    zhTW: '賣家確認收款的時間',
    en: 'Time to confirm a payment',
  }),
  'clock.ruling': clock('ruling', {
    unit: 'hours',
    min: 1,
    max: 72,
    zhTW: '申訴裁決的時間',
    en: 'Time to rule on a case',
  }),
} as const satisfies Readonly<Record<`${SettingGroupName}.${string}`, SettingRule>>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]];

type ValueOf<N extends SettingName> = (typeof SETTINGS)[N]['type'] extends 'number'
  ? number
  : readonly number[];
/** All settings at one instant. */
export type Settings = { readonly [N in SettingName]: ValueOf<N> };

export const ruleOf = (name: SettingName): SettingRule => SETTINGS[name];

export function groupOf(name: SettingName): SettingGroupName {
  return name.slice(0, name.indexOf('.')) as SettingGroupName;
}

export const needsTwo = (name: SettingName): boolean => SETTING_GROUPS[groupOf(name)].needsTwo;

/** The longest that a value can be as text. */
export const SETTING_TEXT_MAX = 60;
/** How far ahead a change may be dated. */
export const SETTING_DAYS_AHEAD_MAX = 366;

const NUMBER = /^(0|[1-9]\d{0,6})$/;

/** Parses a value as it is stored and sent: decimal digits, several with commas. Undefined if the rule refuses it. */
export function parseSetting(name: SettingName, text: string): number | readonly number[] | undefined {
  const rule = ruleOf(name);
  const parts = text.split(',');
  if (!parts.every((part) => NUMBER.test(part))) return undefined;
  const numbers = parts.map(Number);
  const [first] = numbers;
  if (rule.type === 'choices') {
    const isAscending = numbers.every((value, at) => at === 0 || value > (numbers[at - 1] ?? value));
    return isAscending && numbers.every((value) => rule.choices.includes(value)) ? numbers : undefined;
  }
  return numbers.length === 1 && first !== undefined && first >= rule.min && first <= rule.max
    ? first
    : undefined;
}

/** The one text of a value. */
export const settingText = (value: number | readonly number[]): string => String(value);

export const defaultText = (name: SettingName): string => settingText(ruleOf(name).default);

/** A value of a setting and since when it holds. */
export interface SettingChange {
  readonly name: string;
  readonly value: string;
  readonly startsAt: Date;
}

/**
 * The change of a setting that holds at an instant: the one that started last, of two with one start the one that was written last. `changes` are in the
 * order in which they were written, without those that were withdrawn.
 */
export function changeAt<C extends SettingChange>(
  changes: readonly C[],
  name: SettingName,
  at: Date,
): C | undefined {
  let found: C | undefined;
  for (const change of changes)
    if (change.name === name && change.startsAt <= at && (!found || change.startsAt >= found.startsAt))
      found = change;
  return found;
}

/** The text of a setting at an instant. A value that the rules of this version refuse counts as none. */
export function textAt(changes: readonly SettingChange[], name: SettingName, at: Date): string {
  const text = changeAt(changes, name, at)?.value;
  return text !== undefined && parseSetting(name, text) !== undefined ? text : defaultText(name);
}

/** When a setting will next have another value than it has at an instant, and which. */
export function nextTextAfter(
  changes: readonly SettingChange[],
  name: SettingName,
  at: Date,
): { readonly value: string; readonly startsAt: Date } | undefined {
  const held = textAt(changes, name, at);
  const starts = changes
    .filter((change) => change.name === name && change.startsAt > at)
    .map(({ startsAt }) => startsAt)
    .toSorted((a, b) => a.getTime() - b.getTime());
  const startsAt = starts.find((start) => textAt(changes, name, start) !== held);
  return startsAt && { value: textAt(changes, name, startsAt), startsAt };
}

/** All settings at an instant. */
export function settingsAt(changes: readonly SettingChange[], at: Date): Settings {
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [name, parseSetting(name, textAt(changes, name, at))]),
  ) as unknown as Settings;
}

/** How long a clock of an order runs; one without a setting, as the machine says. A setting and its clock have one name. */
export function timerMs(settings: Settings, timer: TimerName): number {
  const name = `clock.${timer}`;
  const rule: SettingRule | undefined = Object.hasOwn(SETTINGS, name)
    ? ruleOf(name as SettingName)
    : undefined;
  const value = rule && settings[name as SettingName];
  return rule && typeof value === 'number' && Object.hasOwn(UNIT_MS, rule.unit)
    ? value * UNIT_MS[rule.unit as keyof typeof UNIT_MS]
    : TIMERS[timer].defaultMs;
}

/** The levels with what they open and need now. */
export function levelsBy(settings: Settings): readonly Level[] {
  return LEVELS.map(({ level, needs }) => ({
    level,
    locksMax: settings[`limit.locksOfLevel${level}` as 'limit.locksOfLevel0'],
    holdsCoin: isHeldBelow(level, settings),
    dailyMax: {
      TWD: settings[`limit.dailyTWD${level}` as 'limit.dailyTWD0'],
      USDT: settings[`limit.dailyUSDT${level}` as 'limit.dailyUSDT0'],
    },
    needs: level === 0 ? needs : needsBy(level as EarnedLevel, settings),
  }));
}

function needsBy(level: EarnedLevel, settings: Settings): LevelNeeds {
  return {
    finishedOrders: settings[`level.finishedOrders${level}`],
    partners: settings[`level.partners${level}`],
    completionPercent: settings[`level.completionPercent${level}`],
    memberDays: settings[`level.memberDays${level}`],
  };
}

/** Whether coin that a member of this level buys is held for a while. */
export function isHeldBelow(level: number, settings: Pick<Settings, 'limit.holdBelowLevel'>): boolean {
  return level < settings['limit.holdBelowLevel'];
}
