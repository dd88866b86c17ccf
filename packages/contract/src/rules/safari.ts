import { SAFARI_VERSION_MIN } from '../constants.ts';

export interface SafariVersion {
  readonly major: number;
  readonly minor: number;
}

/** Browsers that carry "Safari" or an iPhone in their user agent without being Safari. */
const OTHER_BROWSER =
  /Chrome|Chromium|CriOS|FxiOS|EdgiOS|Edg|OPR|OPiOS|OPT|Android|DuckDuckGo|YaBrowser|SamsungBrowser/;

/**
 * The version of Safari that a user agent names; undefined for every other browser. A page opened from the iOS home screen names no
 * Safari at all, so there the system's version stands for it: the two have moved together since the versions exist.
 */
export function parseSafariVersion(userAgent: string): SafariVersion | undefined {
  if (OTHER_BROWSER.test(userAgent) || !userAgent.includes('AppleWebKit/')) return undefined;
  const match =
    /Version\/(\d{1,4})(?:\.(\d{1,4}))?.* Safari\//.exec(userAgent) ??
    /\((?:iPhone|iPad|iPod)[^)]* OS (\d{1,4})(?:_(\d{1,4}))?/.exec(userAgent);
  return match ? { major: Number(match[1]), minor: Number(match[2] ?? '0') } : undefined;
}

/**
 * Whether this is a Safari below 16.4, which has no Web Push. As found, spec 6 warns at 16.4 and above and calls its own direction inverted;
 * the constant is kept and the direction is turned (docs/decisions/0009-safari-check.md).
 */
export function isSafariTooOld(userAgent: string): boolean {
  const version = parseSafariVersion(userAgent);
  if (!version) return false;
  const { major, minor } = SAFARI_VERSION_MIN;
  return version.major < major || (version.major === major && version.minor < minor);
}
