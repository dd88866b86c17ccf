import type { DescribeBroadcasts } from '#features/notifications/index.ts';
import { findCopies } from './copy.store.ts';

/** What the inbox shows of broadcasts: their texts stand with them, and not in each of a million inboxes. */
export const describeBroadcasts: DescribeBroadcasts = async (tx, memberId, ids) => {
  const copies = await findCopies(tx, memberId, ids);
  return new Map(
    copies.map(({ id, kind, titleZh, textZh, titleEn, textEn, link, isClosed }) => [
      id,
      { kind, title: titleZh, content: textZh, titleEn, textEn, ...(link !== null && { link }), isClosed },
    ]),
  );
};
