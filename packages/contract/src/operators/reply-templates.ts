/** So many are in use at once: the list that is chosen from is one page. */
export const REPLY_TEMPLATES_MAX = 50;
export const REPLY_NAME_MAX = 60;
