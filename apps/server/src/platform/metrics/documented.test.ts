import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { METRIC_NAMES } from './metrics.ts';
import { ALARM_KINDS } from './watch.ts';

/** What operators read about metrics and alarms is what there is. */
const [, section = ''] = readFileSync(
  new URL('../../../../../docs/operating/run.md', import.meta.url),
  'utf8',
).split('\n## Seeing an attack\n');
const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \|/gm);
const listed = [...rows].map(([, name = '']) => name);
const isMetric = (name: string) => name.startsWith('holdfast_');

it('the list of metrics has each of them, and no other', () => {
  expect(listed.filter(isMetric).toSorted()).toEqual(METRIC_NAMES.toSorted());
});

it('the list of alarms has each of them, and no other', () => {
  expect(listed.filter((name) => !isMetric(name)).toSorted()).toEqual(ALARM_KINDS.toSorted());
});
