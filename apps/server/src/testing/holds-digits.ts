/** What shows any few digits now and then: hashes and sealed bytes, ids, clocks and durations. */
const CHANCE = /[\da-f]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+\.\d+/g;

/** Whether a text holds these few digits as somebody may have written them, and not by chance. */
export function holdsDigits(text: string, digits: string): boolean {
  return new RegExp(`(?<!\\d)${digits}(?!\\d)`).test(text.replaceAll(CHANCE, ' '));
}
