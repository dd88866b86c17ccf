import { createHmac } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { OpenedRequest } from '@holdfast/secure-channel/node';
import { inTransaction, savepoint, type Database, type Tx } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import {
  claimCommand,
  findCommand,
  storeAnswer,
  type CommandKey,
  type StoredCommand,
} from './command.store.ts';
import { errorBody, isRefusal } from './reply.ts';

/**
 * Idempotency of commands: each runs exactly once. The RID is the idempotency key. The command's row, its effect and its answer commit
 * together or not at all, so a retry with the same RID, on any node and after any crash, finds either nothing or all of it.
 */

export interface Command extends CommandKey {
  readonly bUrl: string;
  /** Keyed hash of the body: a retry must have the same one. */
  readonly bodyHmac: Buffer;
  readonly keptMinutes: number;
}

/** Runs in the command's transaction, after a savepoint, and returns the BODY of the answer. */
export type Effect = (tx: Tx, now: Date) => Promise<string>;

export interface Commands {
  /** Returns the stored BODY of a command that ran before, undefined for a new one. Throws 10201 for the same RID with another body. */
  findAnswer(command: Command): Promise<string | undefined>;
  /**
   * Runs the effect and stores its answer, or returns the stored answer. A refusal is an answer too: it commits, and the changes made
   * before it are rolled back. `after` runs in the same transaction in both cases.
   */
  run(command: Command, effect: Effect, after?: (tx: Tx) => Promise<void>): Promise<string>;
}

export const ANSWER_KEPT_MINUTES = 7 * 24 * 60;

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Hashes a body under a server key. The session proof is left out: the member may have signed in again between two tries. */
export function hashBody(key: Buffer, request: Pick<OpenedRequest, 'method' | 'bUrl' | 'pairs'>): Buffer {
  const hmac = createHmac('sha256', key)
    .update(lengthPrefixed(request.method))
    .update(lengthPrefixed(request.bUrl));
  for (const [name, value] of request.pairs) {
    if (name === 'device' || name === 'checksum') continue;
    hmac.update(lengthPrefixed(name)).update(lengthPrefixed(value));
  }
  return hmac.digest();
}

export function createCommands(parts: { db: Database; answerBox: Secrets['answerBox']; log: Log }): Commands {
  const { db, answerBox, log } = parts;
  const contextOf = (key: CommandKey) => Buffer.from(`${key.actor} ${key.rid}`);

  function open(command: Command, stored: StoredCommand): string {
    if (!stored.bodyHmac.equals(command.bodyHmac)) throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
    const body = answerBox.open(contextOf(command), stored.answer);
    return Buffer.from(defined(body, 'a stored answer opens')).toString('utf8');
  }

  return {
    async findAnswer(command) {
      const stored = await findCommand(db, command);
      return stored && open(command, stored);
    },
    run: (command, effect, after) =>
      inTransaction(db, async (tx) => {
        const { claimed, now } = await claimCommand(tx, command);
        if (!claimed) {
          const stored = await findCommand(tx, command);
          // Claimed, but its answer has expired: a RID never runs a second command.
          if (!stored) throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
          return open(command, stored);
        }
        const body = await savepoint(
          tx,
          () => effect(tx, now),
          (error) => {
            if (isRefusal(error)) return errorBody(error, log, command.bUrl);
            throw error;
          },
        );
        await after?.(tx);
        await storeAnswer(tx, command, answerBox.seal(contextOf(command), Buffer.from(body)));
        return body;
      }),
  };
}
