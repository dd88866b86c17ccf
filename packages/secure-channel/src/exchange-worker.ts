/**
 * The thread that answers exchanges. It is told keys and bodies, and tells answers; it opens no file and no connection. Where the system can
 * give a thread a priority of its own it has a lower one: however many exchanges come, the cores serve live sessions first.
 */
import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '@holdfast/kernel';
import { createExchangeAnswerer, type SecretServerKey } from './exchange-answerer.ts';
import type { PoolAnswer, PoolMessage } from './exchange-pool.ts';

// Elsewhere the number would be that of the whole process.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const port = defined(parentPort, 'this module runs in a worker thread');
const answerer = createExchangeAnswerer(
  (workerData as { serverKeys: readonly SecretServerKey[] }).serverKeys,
);

function answer({ id, body, now }: Extract<PoolMessage, { id: number }>): PoolAnswer {
  try {
    return { id, answer: answerer.answer(body, now) };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

port.on('message', (message: PoolMessage) => {
  if ('ticketKeys' in message) answerer.setTicketKeys(message.ticketKeys);
  else port.postMessage(answer(message));
});
