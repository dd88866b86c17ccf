import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { createWatch, forwardedWatch, hearSeen } from './watch.ts';

function watchAt() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = { warn: (fields: object) => void lines.push(JSON.stringify(fields)) } as never;
  return { clock, lines, metrics, watch: createWatch({ metrics, log }, () => clock.now) };
}

it('says an alarm of one kind once a minute, and counts each', () => {
  const { clock, lines, metrics, watch } = watchAt();
  for (clock.now = 0; clock.now < 120_000; clock.now += 1000)
    watch.alarm('sign-in: brake', { network: '192.0.2.0/24' });
  expect(lines).toEqual(
    Array.from({ length: 2 }, () => '{"kind":"sign-in: brake","network":"192.0.2.0/24"}'),
  );
  expect(metrics.text()).toContain('holdfast_alarms_total{kind="sign-in: brake"} 120');
});

it('warns of a flood of refusals of one kind, and of no kind that is rare', () => {
  const { clock, lines, watch } = watchAt();
  for (clock.now = 0; clock.now < 60_000; clock.now += 100) {
    watch.suspect('holdfast_refusals_total', { code: 'SIGN_IN_FAILED' });
    if (clock.now % 1000 === 0) watch.suspect('holdfast_refusals_total', { code: 'CODE_WRONG' });
    watch.count('holdfast_codes_total', { sent: 'true' });
  }
  expect(lines).toEqual(['{"kind":"flood","of":"holdfast_refusals_total SIGN_IN_FAILED"}']);
});

it('sees a flood that several processes have each seen a part of, and says once what all of them say', () => {
  const { lines, metrics, watch } = watchAt();
  const others = [1, 2, 3].map(() => forwardedWatch((seen) => hearSeen(watch, seen)));
  for (let n = 0; n < 100; n += 1)
    for (const other of others) other.suspect('holdfast_refusals_total', { code: 'SIGN_IN_FAILED' });
  for (const other of others) other.alarm('sign-in: brake', { network: '192.0.2.0/24' });
  for (const other of others) other.count('holdfast_codes_total', { sent: 'true' });
  expect(lines).toEqual([
    '{"kind":"flood","of":"holdfast_refusals_total SIGN_IN_FAILED"}',
    '{"kind":"sign-in: brake","network":"192.0.2.0/24"}',
  ]);
  expect(metrics.text()).toContain('holdfast_refusals_total{code="SIGN_IN_FAILED"} 300');
  expect(metrics.text()).toContain('holdfast_alarms_total{kind="sign-in: brake"} 3');
  expect(metrics.text()).toContain('holdfast_codes_total{sent="true"} 3');
});
