import type { ReviewKindName } from '@holdfast/contract/operators';
import type { ReactNode } from 'react';
import { CardRoom } from './card-room.tsx';
import { PayAccountRoom } from './pay-account-room.tsx';
import { IdentityRoom } from './identity-room.tsx';
import type { ItemState, OpenItem } from './use-item.ts';

interface KindOfRoom {
  readonly Room: (props: { item: OpenItem; state: ItemState }) => ReactNode;
  /** What a version after the first one is called. */
  readonly again: 'again' | 'changed';
}

/** What an item of each kind is looked at in. A new kind is a line here. */
export const ROOMS: Readonly<Record<ReviewKindName, KindOfRoom>> = {
  identity: { Room: IdentityRoom, again: 'again' },
  card: { Room: CardRoom, again: 'changed' },
  'pay-account': { Room: PayAccountRoom, again: 'changed' },
};
