export { NetworkFailure, type Network } from './port.ts';
export { webNetwork } from './web.ts';
