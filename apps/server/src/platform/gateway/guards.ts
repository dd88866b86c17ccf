import type { SessionId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { GivenSecret, Operator, Session } from './call-table.ts';

/** What the guards need from the slices. The gateway role provides them. */
export interface Guards {
  /**
   * Finds the live session of a proof; refuses with the reason why there is none. `active`: the call comes from an act of a person. `rid`:
   * a proof that was renewed still finds its session for the command that did it, whose answer may have been lost.
   */
  findSession(proof: {
    checksum: string;
    deviceHash: Buffer;
    active: boolean;
    rid?: string | undefined;
  }): Promise<Session>;
  /** Throws unless the session is still live under the same proof, and row-locks it: nobody can end it before `tx` commits. */
  recheckSession(tx: Tx, session: Pick<Session, 'id' | 'checksumHash'>): Promise<void>;
  /** The same for many at once. Returns those that are; whose row somebody else holds is left out, because nobody waits for one of many. */
  recheckSessions(tx: Tx, sessions: readonly Session[]): Promise<ReadonlySet<SessionId>>;
  /** Finds the live session of an operator's proof; refuses with the reason why there is none. */
  findOperator(proof: { checksum: string; deviceHash: Buffer; active: boolean }): Promise<Operator>;
  /** Throws unless the operator's session and role are unchanged, and row-locks them. */
  recheckOperator(tx: Tx, operator: Pick<Operator, 'sessionId' | 'role'>): Promise<void>;
  /** Throws unless `secret` is the member's transaction secret or a step-up ticket. A try is counted before it is compared with the stored hash. */
  verifySecret(session: Session, secret: GivenSecret, deviceHash: Buffer): Promise<void>;
  /** Redeems a step-up ticket in the command's transaction; throws when another command has redeemed it. */
  redeemStepUp(tx: Tx, session: Session, secret: string | undefined, deviceHash: Buffer): Promise<void>;
}
