/** Normalises an answer for comparison: after years nobody remembers capitals, full-width letters or extra spaces. */
export function normalizeAnswer(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
