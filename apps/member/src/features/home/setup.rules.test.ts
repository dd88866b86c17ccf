import { describe, expect, test } from 'vitest';
import { openSteps, type SetupFacts } from './setup.rules.ts';

const DONE: SetupFacts = {
  mobile: '09******21',
  hasSecret: true,
  isNameSent: true,
  hasCard: true,
  isPinSet: true,
  hasPush: true,
  hasQuestions: true,
};

describe('the list of what to set up', () => {
  test.each([
    ['nothing when all is done', {}, []],
    [
      'nothing of what is not known yet',
      {
        mobile: undefined,
        hasSecret: undefined,
        isNameSent: undefined,
        hasCard: undefined,
        hasQuestions: undefined,
      },
      [],
    ],
    ['no push where none can arrive', { hasPush: undefined }, []],
    ['a mobile number', { mobile: '' }, ['phone']],
    [
      'the secret before the card that cannot be added without it',
      { hasSecret: false, hasCard: false },
      ['secret', 'card'],
    ],
    [
      'the real name before the card that is refused without it',
      { isNameSent: false, hasCard: false },
      ['name', 'card'],
    ],
    ['what weighs most first', { isPinSet: false, hasCard: false, mobile: '' }, ['phone', 'card', 'pin']],
  ] as const)('names %s', (_, change, steps) => expect(openSteps({ ...DONE, ...change })).toEqual(steps));
});
