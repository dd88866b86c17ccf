/** What answers otherwise when money has moved: balances, and the journal of each coin. */
export const BALANCE_READS = [
  '/member/balanceinfo',
  '/api/wallet/get-journal',
  '/api/wallet/get-journal-usdt',
] as const;
