import type { Listing } from '@holdfast/contract/calls';
import {
  CONDITION_CHOICES,
  CONDITIONS,
  PAY_WINDOWS_MIN,
  TTL_HOURS_CHOICES,
  TTL_HOURS_DEFAULT,
} from '@holdfast/contract/orders';
import { PAY_METHODS, type PayMethod } from '@holdfast/contract/rules';
import type { Coin } from '@holdfast/kernel';
import { toTyped } from '@holdfast/ui';
import { flag, listOf, oneOf, recordOf, text, withDefault } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import type { ChosenConditions } from './condition-fields.tsx';
import { HOURS_ALWAYS, hoursOf, readHours, type ChosenHours } from './hours-fields.tsx';
import type { DraftAmounts, ListingDraft } from './listing-draft.rules.ts';

export type PayWindow = (typeof PAY_WINDOWS_MIN)[number];

export const TTL_CHOICES = TTL_HOURS_CHOICES.map((hours) => `${hours}` as const);
export type TtlHours = (typeof TTL_CHOICES)[number];
const TTL_DEFAULT: TtlHours = `${TTL_HOURS_DEFAULT}`;

/** Those that can be chosen now: all that there are, until the server has said which. What was chosen before may be offered no longer. */
export function offeredWindows(offered: readonly number[] | undefined, chosen: PayWindow) {
  const payWindows = PAY_WINDOWS_MIN.filter((minutes) => offered?.includes(Number(minutes)) ?? true);
  const [first = chosen] = payWindows;
  return { payWindows, payWindow: payWindows.includes(chosen) ? chosen : first };
}

/** What is typed into the form: the amounts of each coin by themselves, so that a look at the other one loses nothing. */
interface Typed extends Readonly<Record<Coin, DraftAmounts>> {
  readonly cardIds: readonly string[];
  readonly payAccountIds: readonly string[];
  readonly payMethods: readonly PayMethod[];
  readonly payWindow: PayWindow;
  readonly ttlHours: TtlHours;
  readonly askFirst: boolean;
  readonly isPrivate: boolean;
  readonly remark: string;
  readonly conditions: ChosenConditions;
  readonly hours: ChosenHours;
}

const readAmounts = recordOf<DraftAmounts>({ quantity: text, price: text, min: text, max: text });
const NO_CONDITIONS: ChosenConditions = {
  minLevel: '0',
  minFinished: '0',
  minDays: '0',
  minCompletion: '0',
};
export const readConditions = recordOf<ChosenConditions>({
  minLevel: text,
  minFinished: text,
  minDays: text,
  minCompletion: text,
});

const read = recordOf<Typed>({
  TWD: readAmounts,
  USDT: readAmounts,
  cardIds: listOf(text),
  payAccountIds: withDefault(listOf(text), []), // a draft of before pay accounts has none
  payMethods: withDefault(listOf(oneOf(PAY_METHODS)), ['bank']),
  payWindow: oneOf(PAY_WINDOWS_MIN),
  ttlHours: withDefault(oneOf(TTL_CHOICES), TTL_DEFAULT),
  askFirst: withDefault(flag, false),
  isPrivate: withDefault(flag, false),
  remark: withDefault(text, ''),
  conditions: withDefault(readConditions, NO_CONDITIONS),
  hours: withDefault(readHours, HOURS_ALWAYS),
});

const AMOUNTS = ['quantity', 'price', 'min', 'max'] as const satisfies readonly (keyof DraftAmounts)[];
const NOTHING = { quantity: '', min: '', max: '' };
const INITIAL: Typed = {
  TWD: { ...NOTHING, price: '1' },
  USDT: { ...NOTHING, price: '' },
  cardIds: [],
  payAccountIds: [],
  payMethods: ['bank'],
  payWindow: '15',
  ttlHours: TTL_DEFAULT,
  askFirst: false,
  isPrivate: false,
  remark: '',
  conditions: NO_CONDITIONS,
  hours: HOURS_ALWAYS,
};

/** As the form offers them; what it does not offer is the next one below, so that a copy never asks more. */
export function chosenOf(conditions: Listing['conditions']): ChosenConditions {
  const chosen = CONDITIONS.map((name) => [
    name,
    String(CONDITION_CHOICES[name].findLast((count) => count <= conditions[name]) ?? 0),
  ]);
  return Object.fromEntries(chosen) as ChosenConditions;
}

/** What holds for every order of the listing. */
export type TypedTerms = Pick<
  Typed,
  'payWindow' | 'ttlHours' | 'askFirst' | 'isPrivate' | 'remark' | 'conditions' | 'hours'
>;

/** The draft of a listing of a side in `coin`, kept until it is published. Each side has its own. */
export function useListingDraft(coin: Coin, side: ListingDraft['side']) {
  const selling = useFormDraft('listing', { read, initial: INITIAL });
  const buying = useFormDraft('buy listing', { read, initial: INITIAL });
  const [typed, setTyped] = side === 'sell' ? selling : buying;
  const {
    cardIds,
    payAccountIds,
    payMethods,
    payWindow,
    ttlHours,
    askFirst,
    isPrivate,
    remark,
    conditions,
    hours,
  } = typed;
  return {
    draft: { side, coin, ...typed[coin], cardIds, payAccountIds, payMethods },
    terms: { payWindow, ttlHours, askFirst, isPrivate, remark, conditions, hours },
    putAmounts: (change: Partial<DraftAmounts>) =>
      setTyped({ ...typed, [coin]: { ...typed[coin], ...change } }),
    put: (change: Partial<Pick<Typed, 'cardIds' | 'payAccountIds' | 'payMethods'> & TypedTerms>) =>
      setTyped({ ...typed, ...change }),
    /** Amounts of this coin have been typed that nobody has published. */
    hasAmounts: AMOUNTS.some((name) => typed[coin][name] !== INITIAL[coin][name]),
    /** The terms of a listing of this coin, in place of whatever was typed. */
    copyFrom: (listing: Listing) =>
      setTyped({
        ...typed,
        [coin]: {
          quantity: toTyped(listing.quantity),
          price: toTyped(listing.price),
          min: toTyped(listing.minQuantity),
          max: toTyped(listing.maxQuantity),
        },
        cardIds: listing.cardIds,
        payAccountIds: listing.payAccountIds,
        payMethods: listing.payMethods,
        payWindow:
          PAY_WINDOWS_MIN.find((minutes) => Number(minutes) === listing.payWindowMinutes) ?? payWindow,
        askFirst: listing.askFirst,
        isPrivate: listing.isPrivate,
        remark: listing.remark?.removed === null ? listing.remark.text : '',
        conditions: chosenOf(listing.conditions),
        hours: hoursOf(listing.hours, hours),
        ttlHours: TTL_CHOICES.find((hours) => Number(hours) === listing.ttlHours) ?? ttlHours,
      }),
    /** The amounts were published. What was chosen beside them suits the next listing too. */
    forgetAmounts: () => setTyped({ ...typed, [coin]: INITIAL[coin] }),
  };
}
