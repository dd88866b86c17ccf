import {
  IDENTITY_AGE_MIN,
  identityClauses,
  identityNumberProblem,
  normalizeIdentity,
  type IdentityDetails,
} from '@holdfast/contract/rules';
import { useWords } from '@holdfast/client/i18n';
import { realNameWords } from './real-name.words.ts';

const FIELDS = ['name', 'number', 'bornOn'] as const;
export type IdentityField = (typeof FIELDS)[number];

interface Problem {
  readonly field: IdentityField;
  /** Nothing was entered; else what was entered is wrong. */
  readonly isMissing: boolean;
  readonly text: string;
}

/** What is wrong with the details field by field, and why, in words for the member. */
export function useIdentityProblems(details: IdentityDetails, today: string): readonly Problem[] {
  const say = useWords(realNameWords);
  const { document, realName, bornOn } = details;
  const clauses = identityClauses(details, today);
  const numberProblem = identityNumberProblem(details);
  const numberText = () => {
    if (numberProblem === 'empty') return say('numberMissing');
    if (numberProblem === 'shape' || numberProblem === 'otherDocument')
      return say(`number.${numberProblem}.${document}`);
    return numberProblem === 'length'
      ? say('number.length', { count: String(normalizeIdentity(details).number.length) })
      : say('number.checksum');
  };
  const dateText = () => {
    if (bornOn === '') return say('dateMissing');
    return clauses.date ? say('ageWrong', { age: String(IDENTITY_AGE_MIN) }) : say('dateWrong');
  };
  const found = {
    name: clauses.name
      ? undefined
      : {
          isMissing: realName.trim() === '',
          text: say(realName.trim() === '' ? 'nameMissing' : 'nameWrong'),
        },
    number: clauses.number ? undefined : { isMissing: numberProblem === 'empty', text: numberText() },
    bornOn: clauses.date && clauses.age ? undefined : { isMissing: bornOn === '', text: dateText() },
  };
  return FIELDS.flatMap((field) => (found[field] ? [{ field, ...found[field] }] : []));
}
