/** The debug log lies in pieces under this name: all that a storage holds of ours that the app can do without. */
export const EXPENDABLE_PREFIX = 'debugLog.';

/** The numbers of the log's pieces, oldest first. */
export function expendablePieces(area: Storage): number[] {
  const numbers: number[] = [];
  for (let index = 0; index < area.length; index += 1) {
    const key = area.key(index);
    if (key?.startsWith(EXPENDABLE_PREFIX)) numbers.push(Number(key.slice(EXPENDABLE_PREFIX.length)));
  }
  return numbers.toSorted((a, b) => a - b);
}

/** Drops the oldest piece of the log for something that must be kept. False when there is none left to drop. */
export function makeRoom(area: Storage): boolean {
  try {
    const [oldest] = expendablePieces(area);
    if (oldest === undefined) return false;
    area.removeItem(EXPENDABLE_PREFIX + oldest);
    return true;
  } catch {
    return false;
  }
}
