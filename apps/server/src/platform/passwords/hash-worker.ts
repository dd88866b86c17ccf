/**
 * The thread that hashes for whoever asks. Where the system can give a thread a priority of its own it has a lower one: however many sign
 * in, the cores serve requests and the database first. It opens no file and no connection.
 */
import { workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { serveJobs, yieldToOthers } from '#platform/threads/job-thread.ts';
import { readSettings } from './hash-settings.ts';
import type { HashJob, HashSettings } from './hash-thread.ts';

yieldToOthers();
const { pepper, ...cost } = workerData as HashSettings;
const secret = Buffer.from(pepper);

serveJobs(({ stored, settings, text }: HashJob) =>
  stored === undefined
    ? hashSync(text, { ...cost, ...readSettings(settings), secret })
    : verifySync(stored, text, { secret }),
);
