import type { CallInput } from '@holdfast/contract/calls';
import { askedOf } from './condition-fields.tsx';
import { hoursInput } from './hours-fields.tsx';
import { remarkInput } from './remark-field.tsx';
import type { TypedTerms } from './use-listing-draft.ts';

type Said = 'askFirst' | 'isPrivate' | 'remark' | 'conditions' | 'hours';

/** Whom a listing is for and when, as its publication says it: what it leaves out does not hold. */
export const termsInput = ({
  askFirst,
  isPrivate,
  remark,
  conditions,
  hours,
}: Pick<TypedTerms, Said>): Omit<CallInput<'/listing/edit'>, 'listingId' | 'version' | 'feeSeen'> => ({
  ...(askFirst && { askFirst: '1' as const }),
  ...(isPrivate && { isPrivate: '1' as const }),
  ...remarkInput(remark),
  ...askedOf(conditions),
  ...hoursInput(hours),
});

/**
 * As a change of it says it. A condition that is left out holds no more; hours, remark and whether it is private stay as they are until they
 * are said, so that there are none is said too. (Not in a publication: one whose answer was lost is sent again by the app of the day, and
 * only the same input is the same command.)
 */
export const editInput = (typed: Parameters<typeof termsInput>[0]): ReturnType<typeof termsInput> => ({
  ...(!typed.hours.isLimited && { anyHour: '1' as const }),
  isPrivate: '0',
  remark: '',
  ...termsInput(typed),
});
