/** What shows something about a member: asked anew after a change. */
export const MEMBER_READS = [
  '/operator/member/detail/{account}',
  '/operator/request/list',
  '/operator/me',
  '/member/appbk/memberList',
] as const;
