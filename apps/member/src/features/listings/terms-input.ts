import type { CallInput } from '@holdfast/contract/calls';
import { askedOf } from './condition-fields.tsx';
import { hoursInput } from './hours-fields.tsx';
import { remarkInput } from './remark-field.tsx';
import type { TypedTerms } from './use-listing-draft.ts';

type Said = 'askFirst' | 'isPrivate' | 'remark' | 'conditions' | 'hours';

/** Whom a listing is for and when, as its publication and each change of it say it: whatever is left out holds no more, so both say all of it. */
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
