import { describe, expect, it } from 'vitest';
import { isSafariTooOld, parseSafariVersion } from './safari.ts';

function macSafari(version: string): string {
  return `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the Safari check', () => {
  it.each([
    ['9.1', true],
    ['15.6.1', true],
    ['16.3', true],
    ['16', true],
    ['16.4', false],
    ['16.4.1', false],
    ['16.10', false], // a decimal comparison would put it below 16.4
    ['17.0', false],
    ['26.0', false],
  ])('version %s is too old: %s', (version, expected) => {
    expect(isSafariTooOld(macSafari(version))).toBe(expected);
  });

  it('reads the version of Safari on a phone', () => {
    expect(parseSafariVersion(`${IPHONE} Version/16.3 Mobile/15E148 Safari/604.1`)).toEqual({
      major: 16,
      minor: 3,
    });
  });

  it('goes by the system where the page runs from the home screen', () => {
    expect(isSafariTooOld(`${IPHONE} Mobile/15E148`)).toBe(true);
    expect(isSafariTooOld(`${IPHONE.replace('16_3_1', '16_4')} Mobile/15E148`)).toBe(false);
  });

  it('believes the browser before the system, whose number newer phones no longer raise', () => {
    const agent = `${IPHONE.replace('16_3_1', '18_6')} Version/26.0 Mobile/15E148 Safari/604.1`;
    expect(parseSafariVersion(agent)).toEqual({ major: 26, minor: 0 });
  });

  it.each([
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; SM-G960F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/80.0.0.0 Mobile Safari/537.36',
    `${IPHONE} CriOS/110.0.0.0 Mobile/15E148 Safari/604.1`,
    `${IPHONE} FxiOS/110.0 Mobile/15E148 Safari/605.1.15`,
    `${IPHONE} EdgiOS/110.0 Version/15.0 Mobile/15E148 Safari/604.1`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
    'Version/9.0 Safari/1',
    '',
  ])('leaves other browsers alone: %j', (agent) => {
    expect(parseSafariVersion(agent)).toBeUndefined();
    expect(isSafariTooOld(agent)).toBe(false);
  });
});
