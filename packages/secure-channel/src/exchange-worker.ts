/** The thread that answers exchanges. It is told keys and bodies, and tells answers; it opens no file and no connection. */
import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '@holdfast/kernel';
import { createExchangeAnswerer, type SecretServerKey } from './exchange-answerer.ts';
import type { PoolAnswer, PoolMessage } from './exchange-pool.ts';

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
