import type { InboxRow } from '@holdfast/contract/calls';
import { useServices } from '#state/services.tsx';

/** Answers several messages at once. Safety notices and the others are counted apart, each up to the last one. */
export function useSeeAll(): (rows: readonly InboxRow[]) => void {
  const { inbox, notices } = useServices();
  return (rows) => {
    const safety = new Set(notices.read().safety.map(({ seq }) => seq));
    const last = [rows.findLast(({ seq }) => safety.has(seq)), rows.findLast(({ seq }) => !safety.has(seq))];
    for (const row of last) if (row) inbox.see(row);
  };
}
