import type { Permission } from './permissions.ts';

/**
 * What two operators do together: one asks, another one decides. Kind -> who may decide it, and what it is called. Who may ask is said by
 * the call that asks. A new kind: a line here, a `RequestKind` in the slice that does it (`features/operators/request-kinds.ts`).
 */
interface RequestRule {
  readonly decide: Permission;
  readonly zhTW: string;
  readonly en: string;
}

export const REQUEST_KINDS = {
  'member-permissions': { decide: 'members.risk', zhTW: '變更會員權限', en: "Change a member's permissions" },
  'member-second-step': {
    decide: 'members.risk',
    zhTW: '移除會員遺失的驗證器',
    en: "Remove a member's lost authenticator",
  },
  'order-ruling': { decide: 'cases.decide', zhTW: '裁決訂單', en: 'Rule an order' },
  broadcast: { decide: 'broadcasts.manage', zhTW: '發送公告', en: 'Send a broadcast' },
  'broadcast-safety': { decide: 'broadcasts.safety', zhTW: '發送安全公告', en: 'Send a safety broadcast' },
  setting: { decide: 'settings.manage', zhTW: '變更系統設定', en: 'Change a setting' },
  'operator-add': { decide: 'operators.manage', zhTW: '新增後台人員', en: 'Add an operator' },
  'operator-role': { decide: 'operators.manage', zhTW: '變更後台角色', en: "Change an operator's role" },
  'operator-access': {
    decide: 'operators.manage',
    zhTW: '停用或恢復後台人員',
    en: 'Suspend or restore an operator',
  },
  'operator-reset': {
    decide: 'operators.manage',
    zhTW: '重設後台人員的登入方式',
    en: "Reset an operator's sign-in",
  },
} as const satisfies Readonly<Record<string, RequestRule>>;

export type RequestKindName = keyof typeof REQUEST_KINDS;
export const REQUEST_KIND_NAMES = Object.keys(REQUEST_KINDS) as [RequestKindName, ...RequestKindName[]];

/** How long a request can be approved. After it, whoever still wants it asks again. */
export const REQUEST_HOURS = 72;

/** `open` until somebody decides; one that nobody has decided in time is `expired`. */
export const REQUEST_STATES = ['open', 'approved', 'refused', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export const REQUEST_VERDICTS = ['approved', 'refused', 'withdrawn'] as const;
export type RequestVerdict = (typeof REQUEST_VERDICTS)[number];
