import type { Picture } from './picture.ts';
import { ACCESS } from './scenes/access.ts';
import { ACCOUNT } from './scenes/account.ts';
import { DISPUTES } from './scenes/disputes.ts';
import { DIALOGS } from './scenes/dialogs.ts';
import { RECOVERY } from './scenes/recovery.ts';
import { ROOMS } from './scenes/rooms.ts';
import { SHELL } from './scenes/shell.ts';
import { TRADE } from './scenes/trade.ts';

/** One contact sheet each. */
export const PICTURES: readonly Picture[] = [
  ...ACCESS,
  ...RECOVERY,
  ...ACCOUNT,
  ...TRADE,
  ...ROOMS,
  ...DISPUTES,
  ...SHELL,
  ...DIALOGS,
];
