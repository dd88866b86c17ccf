import { defineWords } from '@holdfast/client/i18n';

/** Whether another member is here. */
export const presenceWords = defineWords({
  'zh-TW': {
    online: '在線上',
    hour: '1 小時內上線過',
    day: '24 小時內上線過',
    longer: '超過一天沒上線',
    'other.online': '對方在線上',
    'other.hour': '對方 1 小時內上線過',
    'other.day': '對方 24 小時內上線過',
    'other.longer': '對方超過一天沒上線',
  },
  en: {
    online: 'Online now',
    hour: 'Online within the hour',
    day: 'Online within a day',
    longer: 'Not online for a day',
    'other.online': 'They are online now',
    'other.hour': 'They were online within the hour',
    'other.day': 'They were online within a day',
    'other.longer': 'They have not been online for a day',
  },
});
