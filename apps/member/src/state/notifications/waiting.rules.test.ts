import type { InboxRow } from '@holdfast/contract/calls';
import { describe, expect, test } from 'vitest';
import { mergeRows } from './waiting.rules.ts';

const row = (seq: string): InboxRow => ({
  seq,
  type: 'orderPaid',
  title: '',
  content: '',
  extra: {},
  at: '2026-08-17T06:02:00.000Z',
});

describe('inbox rows that wait for their dialog', () => {
  test('come in the order of the inbox, each once, however often and in whatever order they arrive', () => {
    const merged = mergeRows([row('9')], { news: [row('11'), row('10'), row('9'), row('100')], seen: 0n });
    expect(merged.map(({ seq }) => seq)).toEqual(['9', '10', '11', '100']);
  });

  test('are gone once they were seen, here or in another tab', () => {
    expect(mergeRows([row('9'), row('10')], { seen: 9n }).map(({ seq }) => seq)).toEqual(['10']);
  });
});
