import type { OrderEvent, OrderState } from './machine.ts';

/** What operators decide about an order, why, and when it takes two of them. */

interface Texts {
  readonly zhTW: string;
  readonly en: string;
}

interface RulingRule extends Texts {
  /** The event of the machine that it causes; null: it closes the case and moves nothing. */
  readonly event: OrderEvent | null;
  /** Only while the order is in one of these. */
  readonly from: readonly OrderState[];
  /** Something has to prove it. */
  readonly needsEvidence: boolean;
}

const LIVE = ['ACCEPT_WAIT', 'LOCKED', 'GRACE', 'PAID', 'STUCK_SELF', 'STUCK_CASE'] as const;
const ENDED = ['FINISHED', 'CANCELLED', 'AUTO_CANCELLED', 'FORCE_CANCELLED'] as const;

export const RULINGS = {
  release: {
    event: 'rule-release',
    from: ['STUCK_CASE'],
    needsEvidence: true,
    zhTW: '放行給買家',
    en: 'Release to the buyer',
  },
  split: {
    event: 'split',
    from: ['STUCK_CASE'],
    needsEvidence: true,
    zhTW: '雙方拆分',
    en: 'Split between both',
  },
  cancel: {
    event: 'force-cancel',
    from: LIVE,
    needsEvidence: false,
    zhTW: '強制取消，退回賣家',
    en: 'Force cancel, back to the seller',
  },
  relock: {
    event: 'relock',
    from: ['CANCELLED', 'AUTO_CANCELLED'],
    needsEvidence: true,
    zhTW: '重新託管',
    en: 'Put into escrow again',
  },
  dismiss: {
    event: null,
    from: ENDED,
    needsEvidence: false,
    zhTW: '維持原結果',
    en: 'Leave it as it ended',
  },
} as const satisfies Readonly<Record<string, RulingRule>>;
export type RulingName = keyof typeof RULINGS;
export const RULING_NAMES = Object.keys(RULINGS) as [RulingName, ...RulingName[]];

/** The reasons of a ruling, as both sides read them. */
export const RULING_REASONS = {
  'payment-proven': { zhTW: '查證後確認買家已付款', en: 'The payment was proven' },
  'payee-silent': { zhTW: '賣家沒有在時限內說明', en: 'The seller did not answer in time' },
  'no-payment': { zhTW: '查證後沒有這筆付款', en: 'No payment was found' },
  'payer-silent': { zhTW: '買家沒有在時限內說明', en: 'The buyer did not answer in time' },
  'wrong-payer': { zhTW: '付款人不是買家本人', en: 'Somebody other than the buyer has paid' },
  'wrong-amount': { zhTW: '付款金額與訂單不符', en: 'The sum that was paid is not that of the order' },
  'part-paid': { zhTW: '只付了一部分', en: 'Only a part was paid' },
  fraud: { zhTW: '訂單涉及詐騙', en: 'The order is part of a fraud' },
  'both-agree': { zhTW: '雙方同意', en: 'Both sides agree' },
  'late-payment-proven': {
    zhTW: '查證後確認買家在取消前已付款',
    en: 'The buyer had paid before it was cancelled',
  },
  'no-new-evidence': { zhTW: '沒有足以改變結果的新證據', en: 'There is no new evidence that changes it' },
  'settled-outside': { zhTW: '雙方已自行解決', en: 'Both sides have settled it' },
  other: { zhTW: '其他，詳見說明', en: 'Another one, see the explanation' },
} as const satisfies Readonly<Record<string, Texts>>;
export type RulingReason = keyof typeof RULING_REASONS;
export const RULING_REASON_NAMES = Object.keys(RULING_REASONS) as [RulingReason, ...RulingReason[]];

const REASONS_OF: Readonly<Record<RulingName, readonly RulingReason[]>> = {
  release: ['payment-proven', 'payee-silent', 'both-agree', 'other'],
  split: ['part-paid', 'wrong-amount', 'both-agree', 'other'],
  cancel: ['no-payment', 'payer-silent', 'wrong-payer', 'wrong-amount', 'fraud', 'both-agree', 'other'],
  relock: ['late-payment-proven', 'other'],
  dismiss: ['no-new-evidence', 'settled-outside', 'other'],
};

/** The reasons that a ruling may have, in the order in which they are offered. */
export const rulingReasons = (ruling: RulingName): readonly RulingReason[] => REASONS_OF[ruling];

/** Whose fault it was, apart from how it ends. */
export const RULED_FAULTS = ['payer', 'payee', 'none'] as const;
export type RuledFault = (typeof RULED_FAULTS)[number];

export const RULING_TEXT_MIN = 4;
export const RULING_TEXT_MAX = 500;
export const RULING_EVIDENCE_MAX = 20;

/** What a ruling rests on, by name: an event or a line of the thread by its number, what a member wrote who opened the case, a file. */
export const EVIDENCE = /^(event|line|case|file)-[A-Za-z0-9_-]{1,58}$/;

export interface RulingFacts {
  readonly state: OrderState;
  readonly isPaid: boolean;
  readonly hasCase: boolean;
}

/** The rulings that an order is open to. A question about an ended order is closed by a ruling, and only then. */
export function rulingsFor({ state, hasCase }: Pick<RulingFacts, 'state' | 'hasCase'>): RulingName[] {
  return RULING_NAMES.filter((name) => {
    const { from, event }: RulingRule = RULINGS[name];
    return from.includes(state) && (hasCase || event === 'force-cancel');
  });
}

/**
 * Whether a ruling takes two people: above a sum, once the payer has said that the money is on its way and it would go back to the payee, and
 * always where an ended order takes coin again.
 */
export function needsTwoToRule(
  ruling: RulingName,
  { isPaid, payTwd }: { readonly isPaid: boolean; readonly payTwd: bigint },
  aloneTwd: number,
): boolean {
  if (ruling === 'dismiss') return false;
  if (ruling === 'relock' || (ruling === 'cancel' && isPaid)) return true;
  return payTwd > BigInt(aloneTwd);
}
