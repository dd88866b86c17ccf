import type { KeyObject } from 'node:crypto';
import { defined } from '@holdfast/kernel';
import { answerExchange, type ExchangeAnswer, type ServerKey } from './exchange.ts';
import { nodePrimitives as p } from './primitives/node.ts';
import { importSealKey, type SealKey } from './seal.ts';
import { runSync } from './step.ts';
import { ticketEpoch } from './ticket.ts';

/** A server key on its way to the thread that uses it: the scalar travels as a key object, never as a text. */
export interface SecretServerKey {
  readonly kid: number;
  readonly secret: KeyObject;
}

export type RawTicketKeys = ReadonlyMap<number, Uint8Array>;

/** Answers exchanges in the thread that holds it, about 1.6 ms of curve work each. */
export interface ExchangeAnswerer {
  setTicketKeys(keys: RawTicketKeys): void;
  answer(body: string, now: number): ExchangeAnswer;
}

export function importTicketKeys(keys: RawTicketKeys): Map<number, SealKey> {
  return new Map([...keys].map(([epoch, raw]) => [epoch, runSync(importSealKey(p, Uint8Array.from(raw)))]));
}

export function createExchangeAnswerer(secretKeys: readonly SecretServerKey[]): ExchangeAnswerer {
  const serverKeys: ServerKey[] = secretKeys.map(({ kid, secret }) => {
    const scalar = secret.export();
    const pair = defined(p.keyPairOf(Uint8Array.from(scalar)), 'a loaded server key is a scalar');
    scalar.fill(0);
    return { kid, pair };
  });
  let ticketKeys = new Map<number, SealKey>();
  return {
    setTicketKeys(keys) {
      ticketKeys = importTicketKeys(keys);
    },
    answer(body, now) {
      const epoch = ticketEpoch(now);
      const key = defined(ticketKeys.get(epoch), 'the hour has no ticket key');
      return runSync(answerExchange(p, { serverKeys, ticketKey: { epoch, key }, now }, body));
    },
  };
}
