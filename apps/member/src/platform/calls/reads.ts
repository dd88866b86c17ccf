/** The movements of each coin. */
export const JOURNALS = { TWD: '/api/wallet/get-journal', USDT: '/api/wallet/get-journal-usdt' } as const;

/** What answers otherwise when money has moved. */
export const BALANCE_READS = ['/member/balanceinfo', ...Object.values(JOURNALS)] as const;
