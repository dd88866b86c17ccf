import { DEBUG_LOG_BYTES_MAX, DEBUG_LOG_DIVIDER, DEBUG_LOG_FREE_BYTES } from '@holdfast/contract/constants';
import { EXPENDABLE_PREFIX, expendablePieces, makeRoom } from '../storage/room.ts';

/** Small enough that adding a line never rewrites much, large enough that five megabytes are not a thousand keys. */
const PIECE_MAX = 64 * 1024;
const FULL_KEY = 'debugLogFull';

export interface LogPieces {
  text: () => string;
  /** Characters, as a browser counts what a storage holds. */
  size: () => number;
  isFull: () => boolean;
  /** Adds an entry; false when there is no room for it, and from then on until the log is cleared. */
  add: (entry: string) => boolean;
  clear: () => void;
}

/** The text of the log in a storage, in pieces; what is in them was masked before. */
export function createLogPieces(area: Storage): LogPieces {
  const texts = () =>
    expendablePieces(area).map((number) => ({
      number,
      text: area.getItem(EXPENDABLE_PREFIX + number) ?? '',
    }));
  const sizeOf = (pieces: readonly { text: string }[]) =>
    pieces.reduce((sum, { text }) => sum + text.length, 0);
  const give = () => {
    area.setItem(FULL_KEY, 'true');
    return false;
  };
  return {
    text: () =>
      texts()
        .map(({ text }) => text)
        .join(DEBUG_LOG_DIVIDER),
    size: () => sizeOf(texts()),
    isFull: () => area.getItem(FULL_KEY) !== null,
    add(entry) {
      if (area.getItem(FULL_KEY) !== null) return false;
      const pieces = texts();
      if (sizeOf(pieces) + entry.length > DEBUG_LOG_BYTES_MAX - DEBUG_LOG_FREE_BYTES) return give();
      const last = pieces.at(-1);
      const hasRoom = last !== undefined && last.text.length + entry.length <= PIECE_MAX;
      const number = hasRoom ? last.number : (last?.number ?? 0) + 1;
      const text = hasRoom ? last.text + DEBUG_LOG_DIVIDER + entry : entry;
      try {
        area.setItem(EXPENDABLE_PREFIX + number, text);
        return true;
      } catch {
        // A smaller storage than most: the log steps back by what it has to leave free.
        const most = sizeOf(pieces) - DEBUG_LOG_FREE_BYTES;
        while (sizeOf(texts()) > most && makeRoom(area));
        return give();
      }
    },
    clear() {
      while (makeRoom(area));
      area.removeItem(FULL_KEY);
    },
  };
}
