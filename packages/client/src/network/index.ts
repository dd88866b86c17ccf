export { createConnection, isNetworkError, type Connection, type ConnectionState } from './connection.ts';
export { NetworkFailure, type Network } from './port.ts';
export { spread } from './spread.ts';
export { webNetwork } from './web.ts';
