import { CIRCLE, icon } from './icon.tsx';

export const AddIcon = icon('M12 5v14M5 12h14');
export const AvatarIcon = icon('M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5a7.5 7.5 0 0 1 15 0');
export const BankIcon = icon('M4 9.5 12 4l8 5.5zM6 12.5V17M10 12.5V17M14 12.5V17M18 12.5V17M4 20.5h16');
export const BellIcon = icon('M6 16V11a6 6 0 0 1 12 0v5l1.5 2.5h-15zM10 21h4');
export const BuyIcon = icon('M12 3.5v11.5M7 10.5l5 4.5 5-4.5M5 20h14');
export const CardIcon = icon(
  'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5M3 10h18M6.5 15h3',
);
export const CopyIcon = icon(
  'M10 8.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 8.5 18v-8A1.5 1.5 0 0 1 10 8.5M5 15.5A1.5 1.5 0 0 1 4.5 14V6A1.5 1.5 0 0 1 6 4.5h8a1.5 1.5 0 0 1 1.5.5',
);
export const DeleteDigitIcon = icon(
  'M9 5h10.5A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5H9l-6-7zM12 9.5l5 5M17 9.5l-5 5',
);
export const LockIcon = icon(
  'M7 10.5h10a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19v-7A1.5 1.5 0 0 1 7 10.5M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5M12 14.5v2',
);
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h10');
export const MoreIcon = icon('M12 5.5v.1M12 12v.1M12 18.5v.1');
export const NextIcon = icon('M9.5 6l6 6-6 6');
export const PhoneIcon = icon(
  'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M11 18h2',
);
export const QuestionIcon = icon(`${CIRCLE}M9.6 9.6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.9-1.1 1.8M12 16.6v.1`);
export const RecordsIcon = icon('M6 3.5h12v17l-3-1.8-3 1.8-3-1.8-3 1.8zM9.5 8.5h5M9.5 12.5h5');
export const SellIcon = icon('M12 15V3.5M7 8l5-4.5L17 8M5 20h14');
export const ShareIcon = icon('M12 15V3.5M8 7l4-3.5L16 7M8 10.5H6V20h12v-9.5h-2');
export const SignOutIcon = icon(
  'M10 20.5H6A1.5 1.5 0 0 1 4.5 19V5A1.5 1.5 0 0 1 6 3.5h4M15.5 16.5 20 12l-4.5-4.5M19.5 12H9.5',
);
export const SupportIcon = icon(
  'M4.5 13.5v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5a2 2 0 0 1 2-1.5h1v6h-1a2 2 0 0 1-2-2zM19.5 13.5a2 2 0 0 0-2-1.5h-1v6h1a2 2 0 0 0 2-2zM19.5 16v.5a3.5 3.5 0 0 1-3.5 3.5h-3',
);
