import { defineWords } from '@holdfast/client/i18n';

export const appStatusWords = defineWords({
  'zh-TW': {
    maintenance: '系統維護中',
    maintenanceText: '預計{time} 恢復服務。餘額與訂單都安全保管中，維護結束後這裡會自動恢復。',
    checkNow: '立即檢查',
    tooOld: '請更新穩付',
    tooOldText: '這個版本（{version}）已停止服務，更新到 {newest} 後即可繼續使用。',
    reload: '重新載入',
    toStore: '前往更新',
    planned: '系統將於{from} 至 {until} 維護，期間無法使用。請提前完成進行中的訂單。',
    newer: '有新版本 {version}',
    later: '稍後',
  },
  en: {
    maintenance: 'Under maintenance',
    maintenanceText:
      'We expect to be back at {time}. Your balances and orders are safe, and this page will return on its own.',
    checkNow: 'Check now',
    tooOld: 'Please update Holdfast',
    tooOldText: 'Version {version} is no longer supported. Update to {newest} to continue.',
    reload: 'Reload',
    toStore: 'Get the update',
    planned:
      'Holdfast will be down for maintenance from {from} to {until}. Please finish your open orders before then.',
    newer: 'Version {version} is available',
    later: 'Later',
  },
});
