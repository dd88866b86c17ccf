import type { CallInput } from '@holdfast/contract/calls';
import { askedOf } from './condition-fields.tsx';
import { hoursInput } from './hours-fields.tsx';
import type { TypedTerms } from './use-listing-draft.ts';

type Said = 'askFirst' | 'isPrivate' | 'conditions' | 'hours';

/** Whom a listing is for and when, as its publication and each change of it say it: whatever is left out holds no more, so both say all of it. */
export const termsInput = ({
  askFirst,
  isPrivate,
  conditions,
  hours,
}: Pick<TypedTerms, Said>): Omit<CallInput<'/listing/edit'>, 'listingId' | 'version' | 'feeSeen'> => ({
  ...(askFirst && { askFirst: '1' as const }),
  ...(isPrivate && { isPrivate: '1' as const }),
  ...askedOf(conditions),
  ...hoursInput(hours),
});
