import type { Picture } from './picture.ts';
import { ACCESS } from './scenes/access.ts';
import { ADMINISTRATION } from './scenes/administration.ts';
import { CASES } from './scenes/cases.ts';
import { MEMBERS } from './scenes/members.ts';
import { REVIEWS } from './scenes/reviews.ts';
import { BROADCASTS } from './scenes/broadcasts.ts';
import { SETTINGS } from './scenes/settings.ts';

/** One contact sheet each. A new screen: a file in `scenes`, and its line here. */
export const PICTURES: readonly Picture[] = [
  ...ACCESS,
  ...MEMBERS,
  ...REVIEWS,
  ...CASES,
  ...BROADCASTS,
  ...SETTINGS,
  ...ADMINISTRATION,
];
