/**
 * The thread that hashes for whoever asks. Where the system can give a thread a priority of its own it has a lower one: however many sign
 * in, the cores serve requests and the database first. It opens no file and no connection.
 */
import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { defined } from '@holdfast/kernel';
import { readSettings } from './hash-settings.ts';
import type { HashAnswer, HashJob, HashSettings } from './hash-thread.ts';

// Elsewhere the number would be that of the whole process.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { pepper, ...cost } = workerData as HashSettings;
const secret = Buffer.from(pepper);

function answer({ id, stored, settings, text }: HashJob): HashAnswer {
  try {
    const result =
      stored === undefined
        ? hashSync(text, { ...cost, ...readSettings(settings), secret })
        : verifySync(stored, text, { secret });
    return { id, result };
  } catch (error) {
    return { id, fault: String(error) };
  }
}

const port = defined(parentPort, 'this module runs in a worker thread');
port.on('message', (job: HashJob) => port.postMessage(answer(job)));
