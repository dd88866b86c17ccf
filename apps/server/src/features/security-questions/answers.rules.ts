/** An answer as it is compared: nobody remembers after years whether there was a capital, a full-width letter or a second space. */
export function normalizeAnswer(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
