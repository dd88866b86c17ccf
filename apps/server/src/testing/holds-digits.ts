/** Texts that contain random digits: hashes, sealed bytes, ids, times and durations. */
const CHANCE = /[\da-f]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+\.\d+/g;

/** Whether a text contains these digits as a number of its own, not by chance inside a hash, an id or a time. */
export function holdsDigits(text: string, digits: string): boolean {
  return new RegExp(`(?<!\\d)${digits}(?!\\d)`).test(text.replaceAll(CHANCE, ' '));
}
