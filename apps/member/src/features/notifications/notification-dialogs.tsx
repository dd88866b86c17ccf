import type { InboxRow } from '@holdfast/contract/calls';
import { useEffect, useState } from 'react';
import { withoutSuperseded } from '#state/notifications/last-words.rules.ts';
import { NotificationDigest } from './digest.tsx';
import { nextOf } from './digest.rules.ts';
import { NotificationDialog } from './notification-dialog.tsx';
import { useOutlived } from './use-outlived.ts';
import { useSeeAll } from './use-see-all.ts';

/**
 * The messages that wait, one dialog at a time: one message, or one digest of many. What has begun to be shown stays as it is until it is answered:
 * what arrives meanwhile waits behind it.
 */
export function NotificationDialogs({ messages }: { messages: readonly InboxRow[] }) {
  const rows = withoutSuperseded(messages);
  const [shown, setShown] = useState(() => nextOf(rows));
  const waiting = new Set(rows.map(({ seq }) => seq));
  // What was answered in another tab, or superseded, is taken out of the digest.
  const present = shown.filter(({ seq }) => waiting.has(seq));
  if (present.length === 0 && rows.length > 0) setShown(nextOf(rows));
  const [first] = shown;
  return first && present.length > 0 ? <Checked key={first.seq} rows={present} /> : null;
}

/** Shows what still holds; what its order has outlived passes unseen, and stays in the list of messages. */
function Checked({ rows }: { rows: readonly InboxRow[] }) {
  const outlived = useOutlived(rows);
  const seeAll = useSeeAll();
  const valid = rows.filter(({ seq }) => outlived?.has(seq) === false);
  const areAllOver = outlived !== undefined && valid.length === 0;
  useEffect(() => {
    if (areAllOver) seeAll(rows);
  });
  const [row] = valid;
  if (!row) return null;
  return valid.length > 1 ? <NotificationDigest rows={valid} all={rows} /> : <NotificationDialog row={row} />;
}
