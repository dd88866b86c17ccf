export { createDebugLog, type CallRecord, type DebugLog } from './debug-log.ts';
export { debugModeOf, logAskOf, type DebugMode } from './records.ts';
export { saveLog } from './save-log.ts';
