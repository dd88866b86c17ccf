export { attemptOf, type Attempt } from './attempts.ts';
export {
  createCallApi,
  endsSession,
  isUnsure,
  proofOf,
  type CallApi,
  type CallArguments,
} from './call-api.ts';
export { createWebChannel, type ServerKey } from './channel-web.ts';
export { ChannelFailure, type Channel, type ChannelRequest } from './channel.ts';
export { createFailures, type Failures } from './failures.ts';
export { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys.ts';
export type { CallSession, TokenUse } from './session.ts';
export { createPrefetch, type Prefetch } from './prefetch.ts';
export { useAction, type Action } from './use-action.ts';
export { catalogueText, toErrorNote, toErrorText, useErrorText } from './use-error-text.ts';
