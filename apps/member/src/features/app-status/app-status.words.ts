import { defineWords } from '@holdfast/client/i18n';
import { MAINTENANCE_TEXTS } from '@holdfast/contract/member';

const { planned, running } = MAINTENANCE_TEXTS;

export const appStatusWords = defineWords({
  'zh-TW': {
    maintenance: '系統維護中',
    maintenanceText: running.zhTW,
    checkNow: '立即檢查',
    tooOld: '請更新穩付',
    tooOldText: '這個版本（{version}）已停止服務，更新到 {newest} 後即可繼續使用。',
    reload: '重新載入',
    toStore: '前往更新',
    planned: planned.zhTW,
    newer: '有新版本 {version}',
    later: '稍後',
  },
  en: {
    maintenance: 'Under maintenance',
    maintenanceText: running.en,
    checkNow: 'Check now',
    tooOld: 'Please update Holdfast',
    tooOldText: 'Version {version} is no longer supported. Update to {newest} to continue.',
    reload: 'Reload',
    toStore: 'Get the update',
    planned: planned.en,
    newer: 'Version {version} is available',
    later: 'Later',
  },
});
