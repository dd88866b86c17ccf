/** What of an application can be refused, and why. Apart from the statuses, which every app reads at its start. */

/** What a member hands in, each of which a reviewer can refuse alone: the typed details, and three pictures. */
export const REAL_NAME_ITEMS = ['details', 'front', 'back', 'selfie'] as const;
export type RealNameItem = (typeof REAL_NAME_ITEMS)[number];

/**
 * So many days after the last application that named it was refused or taken back, a picture is deleted. Until then a member can ask what was
 * decided about it, and a reviewer can compare it with what the same hands send next. Pictures that evidence an approved identity, or wait for a
 * review, are not deleted.
 */
export const IDENTITY_PICTURE_DAYS = 180;

interface ReasonRule {
  readonly items: readonly RealNameItem[];
  readonly zhTW: string;
  readonly en: string;
}

const PICTURES = ['front', 'back', 'selfie'] as const;
const SIDES = ['front', 'back'] as const;

/**
 * Why an item is refused: what a reviewer chooses and the member reads. None of them tells that the identity belongs to another account:
 * `not-verifiable` is what both hear then.
 */
export const REAL_NAME_REASONS = {
  'name-differs': {
    items: ['details'],
    zhTW: '姓名與證件不同',
    en: 'The name is not the one on the document',
  },
  'number-differs': {
    items: ['details'],
    zhTW: '證件號碼與證件不同',
    en: 'The number is not the one on the document',
  },
  'birthday-differs': {
    items: ['details'],
    zhTW: '出生日期與證件不同',
    en: 'The date of birth is not the one on the document',
  },
  'not-verifiable': {
    items: ['details'],
    zhTW: '這份資料目前無法驗證，請聯絡客服',
    en: 'These details cannot be verified at the moment. Please contact support',
  },
  unreadable: {
    items: PICTURES,
    zhTW: '照片不清楚，請在光線充足處重拍',
    en: 'The picture is not clear. Take it again in good light',
  },
  'cut-off': {
    items: PICTURES,
    zhTW: '照片沒有拍完整，四個角都要入鏡',
    en: 'Part of it is cut off. All of it must be in the picture',
  },
  glare: {
    items: SIDES,
    zhTW: '反光遮住了文字，請換個角度重拍',
    en: 'Glare hides the text. Take it again from another angle',
  },
  'wrong-document': {
    items: SIDES,
    zhTW: '這不是所選證件的這一面',
    en: 'This is not that side of the document you chose',
  },
  copy: {
    items: SIDES,
    zhTW: '請直接拍攝證件，不要翻拍影本或螢幕',
    en: 'Take a picture of the document itself, not of a copy or a screen',
  },
  expired: {
    items: SIDES,
    zhTW: '證件已過期或已換發',
    en: 'The document has expired or was replaced',
  },
  'face-hidden': {
    items: ['selfie'],
    zhTW: '臉部被遮住，請脫下口罩、帽子或墨鏡',
    en: 'The face is covered. Take off mask, hat or sunglasses',
  },
  'face-differs': {
    items: ['selfie'],
    zhTW: '自拍與證件上的人看起來不同',
    en: 'The selfie does not look like the person on the document',
  },
} as const satisfies Readonly<Record<string, ReasonRule>>;

export type RealNameReason = keyof typeof REAL_NAME_REASONS;
export const REAL_NAME_REASON_NAMES = Object.keys(REAL_NAME_REASONS) as [RealNameReason, ...RealNameReason[]];

/** The reasons for which a reviewer may refuse an item, in the order in which they are offered. */
export function reasonsFor(item: RealNameItem): RealNameReason[] {
  return REAL_NAME_REASON_NAMES.filter((reason) =>
    (REAL_NAME_REASONS[reason].items as readonly RealNameItem[]).includes(item),
  );
}

export interface RealNameRefusal {
  readonly item: RealNameItem;
  readonly reason: RealNameReason;
}

/** A refusal names each item once, each for a reason of its own, and at least one. */
export function isRefusalList(refusals: readonly RealNameRefusal[]): boolean {
  const items = refusals.map(({ item }) => item);
  return (
    items.length > 0 &&
    new Set(items).size === items.length &&
    refusals.every(({ item, reason }) => reasonsFor(item).includes(reason))
  );
}
