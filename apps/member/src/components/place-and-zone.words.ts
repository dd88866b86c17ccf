import { defineWords } from '@holdfast/client/i18n';

/** Apart from the other shared texts, because the sign-in page and what lies over every screen say them too. */
export const placeAndZoneWords = defineWords({
  'zh-TW': {
    placeUnknown: '未知',
    placeUnknownIn: '未知（{network}）',
    zone: '時間為台北時間（UTC+8）',
    zoned: '台北時間 {time}',
  },
  en: {
    placeUnknown: 'Unknown',
    placeUnknownIn: 'Unknown ({network})',
    zone: 'Times are Taipei time (UTC+8)',
    zoned: '{time} Taipei time',
  },
});
