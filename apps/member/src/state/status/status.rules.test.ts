import { describe, expect, test } from 'vitest';
import { safeVideo } from './safe-video.rules.ts';
import { bannerOf, gateOf, isOlder, safeLink } from './status.rules.ts';

const status = {
  minimumVersion: '0.2.0',
  newestVersion: '0.10.0',
  maintenanceUntil: null,
  maintenancePlanned: null,
};
const planned = { from: '2026-01-01T01:00:00.000Z', until: '2026-01-01T02:00:00.000Z' };

test.each([
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.1', true],
  ['2.0.0', '1.9.9', false],
])('of %s and %s the first is older: %s', (a, b, expected) => {
  expect(isOlder(a, b)).toBe(expected);
});

test('nothing is closed before the server has spoken', () => {
  expect([gateOf('0.0.1', undefined), bannerOf('0.0.1', undefined, undefined)]).toEqual(['open', undefined]);
});

test('a version below the oldest that may talk is closed out, also during maintenance', () => {
  const maintained = { ...status, maintenanceUntil: planned.until };
  expect([gateOf('0.1.9', maintained), gateOf('0.2.0', maintained), gateOf('0.2.0', status)]).toEqual([
    'too-old',
    'maintenance',
    'open',
  ]);
});

test('what closes every screen is said in their place, and not above it too', () => {
  expect(bannerOf('0.1.9', { ...status, maintenancePlanned: planned }, undefined)).toBeUndefined();
  expect(bannerOf('0.2.0', { ...status, maintenanceUntil: planned.until }, undefined)).toBeUndefined();
});

test('a planned maintenance is said before a newer version, and that once per version', () => {
  expect(bannerOf('0.2.0', { ...status, maintenancePlanned: planned }, undefined)).toBe(
    'maintenance-planned',
  );
  expect(bannerOf('0.2.0', status, undefined)).toBe('newer-version');
  expect(bannerOf('0.2.0', status, '0.10.0')).toBeUndefined();
  expect(bannerOf('0.2.0', status, '0.9.0')).toBe('newer-version');
  expect(bannerOf('0.10.0', status, undefined)).toBeUndefined();
});

describe('an address that a server names', () => {
  test.each([
    ['https://support.example/help', 'https://support.example/help'],
    ['http://support.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//support.example/', undefined],
    ['https://member:secret@support.example/', undefined],
    ['intent://support.example#Intent;end', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is opened as %s', (address, link) => expect(safeLink(address)).toBe(link));
});

describe('the intro video', () => {
  test.each([
    ['/intro.webm', '/intro.webm'],
    ['https://assets.example/intro.mp4', 'https://assets.example/intro.mp4'],
    ['//assets.example/intro.mp4', undefined],
    ['/\\assets.example/intro.mp4', undefined],
    ['http://assets.example/intro.mp4', undefined],
    ['javascript:alert(1)', undefined],
    ['intro.webm', undefined],
    [undefined, undefined],
  ])('%s is played from %s', (address, video) =>
    expect(safeVideo(address, 'https://holdfast.example')).toBe(video),
  );
});
