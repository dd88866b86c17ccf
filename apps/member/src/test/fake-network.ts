import { AppError } from '@holdfast/kernel';
import type { CallApi } from '@holdfast/client/calls';
import { createConnection, type Connection } from '@holdfast/client/network';

/** A device's network that a test takes away and gives back. */
export interface FakeNetwork {
  readonly isOnline: boolean;
  setOnline: (isOnline: boolean) => void;
  connection: Connection;
  /** The same calls, over this network. */
  over: (callApi: CallApi) => CallApi;
}

export function fakeNetwork(): FakeNetwork {
  const listeners: (() => void)[] = [];
  let isOnline = true;
  const unreachable = () => new AppError('PROXY_UNREACHABLE', { local: 'OFFLINE' });
  const connection = createConnection({
    network: { isOnline: () => isOnline, onChange: (listener) => void listeners.push(listener) },
    probe: () => (isOnline ? Promise.resolve() : Promise.reject(unreachable())),
    spread: () => 1,
  });
  return {
    get isOnline() {
      return isOnline;
    },
    setOnline(next) {
      isOnline = next;
      for (const listener of listeners) listener();
    },
    connection,
    over: (callApi) =>
      connection.watch((path, args) => (isOnline ? callApi(path, args) : Promise.reject(unreachable()))),
  };
}
