import { DEBUG_MODES, STORAGE_KEYS } from '@holdfast/contract/constants';
import { flag, oneOf } from '../storage/read.ts';
import { createRecord } from '../storage/record.ts';

export type DebugMode = (typeof DEBUG_MODES)[number];

/** The debug log is on unless this says `close` (spec 9). */
export const debugModeOf = (area: Storage) =>
  createRecord<DebugMode>(area, { key: STORAGE_KEYS.debugMod, read: oneOf(DEBUG_MODES), initial: 'open' });

/** Whether the question to save the log was answered in this session. */
export const logAskOf = (tab: Storage) =>
  createRecord(tab, { key: STORAGE_KEYS.logAsk, read: flag, initial: false });
