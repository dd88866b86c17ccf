import { createHmac } from 'node:crypto';
import { ANSWER_KEPT_MINUTES_MAX } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { OpenedRequest } from '@holdfast/secure-channel/node';
import { inTransaction, savepoint, together, type Database, type Tx } from '#platform/db/db.ts';
import type { Use } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Moment } from '#platform/settings/settings.store.ts';
import {
  admitCommand,
  claimCommand,
  claimCommands,
  findCommand,
  storeAnswer,
  storeAnswers,
  unclaimCommands,
  type CommandKey,
  type NewCommand,
  type StoredCommand,
} from './command.store.ts';
import { errorBody, isRefusal } from './reply.ts';

/**
 * Idempotency of commands: each runs exactly once. The RID is the idempotency key. The command's row, its effect and its answer commit
 * together or not at all, so a retry with the same RID, on any node and after any crash, finds either nothing or all of it.
 */

export type Command = NewCommand;

export interface Effect {
  /** Throws unless the caller may still act, and keeps it so until the commit. Shares a round trip with the claim, so it changes nothing. */
  hold(tx: Tx): Promise<void>;
  /** Runs after a savepoint and returns the BODY of the answer. */
  run(tx: Tx, moment: Moment): Promise<string>;
  /** Runs in the same transaction, also after a refusal. */
  after(tx: Tx): Promise<void>;
}

/** What several commands do in one transaction. `C`: a command with whatever belongs to it. */
export interface GroupEffect<C extends Command> {
  /** Row-locks the callers; returns who of them may act until the commit. Shares a round trip with the claims, so it changes nothing. */
  hold(tx: Tx): Promise<(command: C) => boolean>;
  /** Returns the BODY of each answer. A refusal of a single one is a BODY; a throw is the failure of all. */
  run(tx: Tx, moment: Moment, commands: readonly C[]): Promise<readonly string[]>;
  after(tx: Tx): Promise<void>;
}

export interface Commands {
  /**
   * Returns the stored BODY of a command that ran before, undefined for a new one. Throws 10201 for a RID with another body, and for one
   * whose answer has expired: it never runs a second command.
   */
  findAnswer(command: Command): Promise<string | undefined>;
  /** The same, and where there is none, counts a use of the command's limit: see `CountUse`. */
  admit(command: Command, use: Use): Promise<{ answer: string | undefined; waitMs: number | null }>;
  /**
   * Runs the effect and stores its answer, or returns the stored answer. A refusal is an answer too: it commits, and the changes made
   * before it are rolled back. What says nothing of the command (a session that has ended, a refused proof, a fault) rolls back all of it
   * and is thrown.
   */
  run(command: Command, effect: Effect): Promise<string>;
  /**
   * The same for commands of different actors, all in one transaction: what it throws has rolled back all of them. Undefined for one that is
   * left out because its caller was not held: nothing of it has happened.
   */
  runTogether<C extends Command>(
    commands: readonly C[],
    effect: GroupEffect<C>,
  ): Promise<(PromiseSettledResult<string> | undefined)[]>;
}

/** The longest-kept RIDs are known for a day longer than their answers, so that a device that is late hears of it: 10201 (RID). */
const FORGOTTEN_AFTER_MINUTES = 24 * 60;
export const forgottenMinutes = (keptMinutes: number): number =>
  keptMinutes === ANSWER_KEPT_MINUTES_MAX ? FORGOTTEN_AFTER_MINUTES : 0;

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Pairs that say who asks and how, and are never part of a body. */
const NO_BODY: readonly string[] = ['device', 'checksum', 'active'];

/**
 * Hashes a body under a server key: what is to be done, without who asks. The member may have signed in again between two tries, or
 * typed the secret wrong in one of them.
 */
export function hashBody(
  key: Buffer,
  request: Pick<OpenedRequest, 'method' | 'bUrl' | 'pairs'>,
  proofs: readonly string[],
): Buffer {
  const hmac = createHmac('sha256', key)
    .update(lengthPrefixed(request.method))
    .update(lengthPrefixed(request.bUrl));
  for (const [name, value] of request.pairs) {
    if (NO_BODY.includes(name) || proofs.includes(name)) continue;
    hmac.update(lengthPrefixed(name)).update(lengthPrefixed(value));
  }
  return hmac.digest();
}

/** Keyed hash of a secret that was tried. Apart from the hashes of bodies by its first part, which no method equals. */
export function hashSecretTry(key: Buffer, secret: string): Buffer {
  return createHmac('sha256', key)
    .update(lengthPrefixed('secret try'))
    .update(lengthPrefixed(secret))
    .digest();
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

export function createCommands(parts: { db: Database; answerBox: Secrets['answerBox']; log: Log }): Commands {
  const { db, answerBox, log } = parts;
  const contextOf = (key: CommandKey) => Buffer.from(`${key.actor} ${key.rid}`);

  function open(command: Command, stored: StoredCommand | undefined): string {
    // Undefined for a RID that is claimed: it was deleted in this very moment.
    if (!stored?.bodyHmac.equals(command.bodyHmac) || stored.isExpired)
      throw fail('PARAMETERS_INVALID', { fields: ['RID'] });
    const body = answerBox.open(contextOf(command), stored.answer);
    return Buffer.from(defined(body, 'a stored answer opens')).toString('utf8');
  }

  return {
    async findAnswer(command) {
      const stored = await findCommand(db, command);
      return stored && open(command, stored);
    },
    async admit(command, use) {
      const { stored, waitMs } = await admitCommand(db, command, use);
      return { answer: stored && open(command, stored), waitMs };
    },
    run: (command, effect) =>
      inTransaction(db, async (tx) => {
        const [claim, held] = await Promise.allSettled([claimCommand(tx, command), effect.hold(tx)]);
        const { claimed, moment } = valueOf(claim);
        if (!claimed) return open(command, await findCommand(tx, command));
        const body = await savepoint(
          tx,
          () => {
            valueOf(held);
            return effect.run(tx, moment);
          },
          (error) => {
            if (isRefusal(error)) return errorBody(error, log, command.bUrl);
            throw error;
          },
        );
        await effect.after(tx);
        await storeAnswer(tx, command, answerBox.seal(contextOf(command), Buffer.from(body)));
        return body;
      }),
    runTogether: (commands, effect) =>
      inTransaction(db, async (tx) => {
        const [{ isClaimed, moment }, isHeld] = await together(claimCommands(tx, commands), effect.hold(tx));
        const [own, earlier] = [commands.filter(isClaimed), commands.filter((it) => !isClaimed(it))];
        const running = own.filter(isHeld);
        unclaimCommands(
          tx,
          own.filter((it) => !isHeld(it)),
        );
        const bodies = running.length > 0 ? await effect.run(tx, moment, running) : [];
        await effect.after(tx);
        const results = new Map<Command, PromiseSettledResult<string>>();
        const answers = running.map((key, index) => {
          const value = defined(bodies[index], 'each command of a group has an answer');
          results.set(key, { status: 'fulfilled', value });
          return { key, answer: answerBox.seal(contextOf(key), Buffer.from(value)) };
        });
        storeAnswers(tx, answers);
        for (const command of earlier) {
          const stored = await findCommand(tx, command);
          const [result] = await Promise.allSettled([(async () => open(command, stored))()]);
          results.set(command, result);
        }
        return commands.map((command) => results.get(command));
      }),
  };
}
