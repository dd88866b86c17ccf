/** What members read of every maintenance. The console previews it, so it stands here and not in the member app. */
export const MAINTENANCE_TEXTS = {
  planned: {
    zhTW: '系統將於{from} 至 {until} 維護，期間無法使用。請提前完成進行中的訂單。',
    en: 'Holdfast will be down for maintenance from {from} to {until}. Please finish your open orders before then.',
  },
  running: {
    zhTW: '預計{time} 恢復服務。餘額與訂單都安全保管中，維護結束後這裡會自動恢復。',
    en: 'We expect to be back at {time}. Your balances and orders are safe, and this page will return on its own.',
  },
} as const;

/** The longest message that operators add to it, in each language. */
export const MAINTENANCE_MESSAGE_MAX = 200;
