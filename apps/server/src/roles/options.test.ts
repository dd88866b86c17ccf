import { expect, it } from 'vitest';
import { faultOfOptions } from './options.ts';

const faultOf = (...given: string[]) => faultOfOptions(['node', 'main.ts', ...given]);

it('takes no option, and each that there is with its values', () => {
  for (const given of [
    [],
    ['--keys'],
    ['--make-admins', 'lin@example.com', 'chen@example.com'],
    ['--verify-audit', '7:ab'],
    ['--maintenance-until', '2026-01-01T02:00:00Z', '--maintenance-from', '2026-01-01T01:00:00Z'],
    ['--demo-notices', 'demobuyer1', 'all', '2'],
    ['--further-gateway', '3000', '2'],
  ])
    expect(faultOf(...given), given.join(' ')).toBeUndefined();
});

it.each([
  ['--make-admin', 'lin@example.com'],
  ['--recover=lin@example.com'],
  ['verify-audit'],
  ['-h'],
  ['--make-admins', 'lin@example.com', '--force'],
])('refuses what is mistyped: %s', (...given) => {
  expect(faultOf(...given)).toMatch(/ is no option of the server/);
});

it('refuses a beginning of maintenance without its end, which would start a server', () => {
  expect(faultOf('--maintenance-from', '2026-01-01T01:00:00Z')).toMatch(/--maintenance-until alone/);
});
