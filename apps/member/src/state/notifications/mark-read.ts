import { tellTabsOfRead } from './read-news.ts';
import type { Numbered, ReadMarks, ReadState } from './read-marks.ts';

/** Marking messages as read, at the server, for every device of the member. Loaded when there is something to mark. */

export const isMarked = ({ seqs, upTo }: ReadMarks, seq: string): boolean =>
  seqs.has(seq) || BigInt(seq) <= upTo;

/** Shows `changed`, and what was before if the server cannot be told. */
async function tell(
  { callApi, shared, read, change }: ReadState,
  changed: Partial<ReadMarks>,
  input: { seqs?: string[]; upTo?: string },
): Promise<void> {
  const before = read();
  change(changed);
  const { uid } = read();
  try {
    await callApi('/member/notification/read', { input, isBackground: true });
    tellTabsOfRead(shared);
  } catch (error) {
    if (read().uid === uid) change(before);
    throw error;
  }
}

/** Marks single messages as read, but for `except`: it shows at once. If it cannot be sent, it is taken back and thrown. */
export async function mark(parts: ReadState, rows: Numbered, except: Numbered = []): Promise<void> {
  const marks = parts.read();
  const left = new Set(except.map(({ seq }) => seq));
  const fresh = [...new Set(rows.map(({ seq }) => seq))].filter(
    (seq) => !left.has(seq) && !isMarked(marks, seq),
  );
  if (fresh.length === 0) return;
  const unread = marks.unread === undefined ? undefined : Math.max(0, marks.unread - fresh.length);
  await tell(parts, { seqs: new Set([...marks.seqs, ...fresh]), unread }, { seqs: fresh });
}

/** Marks everything up to one. */
export async function markUpTo(parts: ReadState, seq: string): Promise<void> {
  await tell(parts, { upTo: BigInt(seq), unread: 0 }, { upTo: seq });
}
