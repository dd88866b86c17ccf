import type { Database } from '@holdfast/database';
import { approveAsOwner, type Entry } from '@holdfast/ledger';

/** Approves entries that only two operators may allow, such as an issue. As the owner: the application cannot. */
export const approve = (owner: Database, entries: readonly Entry[]): Promise<void> =>
  approveAsOwner(owner, entries, 'a test');
