import type { Database, Keys } from '@holdfast/database';
import type { MemberId } from '@holdfast/kernel';

/** What each area of the books works with. */
export interface Connection {
  readonly db: Database;
  /** What the product seals personal data and hashes identifiers with. */
  readonly keys: () => Promise<Keys>;
  /** Finds a member by account; fails the test where there is none. */
  readonly idOf: (account: string) => Promise<MemberId>;
}
