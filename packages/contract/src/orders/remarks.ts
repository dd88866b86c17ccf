/** What an operator says of the remark of a listing: it may stay, or it is taken down. */
export const REMARK_VERDICTS = ['keep', 'remove'] as const;
export type RemarkVerdict = (typeof REMARK_VERDICTS)[number];

/** Why a remark is taken down, as its owner is told. */
export const REMARK_REMOVALS = ['contact', 'misleading', 'offensive', 'other'] as const;
export type RemarkRemoval = (typeof REMARK_REMOVALS)[number];

export const REMARK_REMOVAL_TEXTS: Readonly<
  Record<RemarkRemoval, { readonly zhTW: string; readonly en: string }>
> = {
  contact: { zhTW: '要對方到平台外聯絡或付款', en: 'It leads to contact or payment elsewhere' },
  misleading: { zhTW: '內容容易讓人誤會', en: 'It could mislead people' },
  offensive: { zhTW: '內容冒犯他人', en: 'It offends others' },
  other: { zhTW: '其他原因，請洽客服', en: 'Another reason; please ask support' },
};
