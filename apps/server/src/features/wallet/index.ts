/** What a member owns, and how it came to that. */
export { walletCalls } from './wallet.calls.ts';
