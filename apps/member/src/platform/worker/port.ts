/**
 * What stands between the app and the server, and makes it start without a network. Calls `onNewBuild` once the server has another build than this tab;
 * `signal` ends the listening. Where there is no such thing it does nothing.
 */
export type StartWorker = (onNewBuild: () => void, signal: AbortSignal) => Promise<void>;
