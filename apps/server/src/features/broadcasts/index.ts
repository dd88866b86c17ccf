/** Broadcasts: what operators tell many members at once, by two people, in batches that hold up nobody. */
export { broadcastRequests } from './broadcast-request.ts';
export { broadcastCalls } from './broadcasts.calls.ts';
export { describeBroadcasts } from './read-broadcasts.ts';
export { countBroadcastReads, sendBroadcasts } from './send-broadcasts.ts';
export { sweepCopies } from './sending.store.ts';
