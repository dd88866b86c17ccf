import {
  APPEAL_REASONS,
  CANCEL_REASONS,
  DECLINE_REASONS,
  DENY_REASONS,
  REQUEST_REASONS,
  RULING_REASONS,
  TIMER_NAMES,
} from '@holdfast/contract/orders';
import { expect, it } from 'vitest';
import { eventDetailWords } from './event-detail.words.ts';
import { roomWords } from './room.words.ts';

it('has a word for every clock of an order and for every reason that an event can carry', () => {
  const words = { ...roomWords.en, ...eventDetailWords.en };
  const reasons = [
    ...APPEAL_REASONS,
    ...CANCEL_REASONS,
    ...DECLINE_REASONS,
    ...DENY_REASONS,
    ...REQUEST_REASONS,
    'deadline-failed',
    'cancel-failed',
    'safety',
  ].filter((reason) => !Object.hasOwn(RULING_REASONS, reason));
  const needed = [...TIMER_NAMES.map((name) => `clock-${name}`), ...reasons.map((name) => `reason-${name}`)];
  expect(needed.filter((key) => !Object.hasOwn(words, key))).toEqual([]);
});
