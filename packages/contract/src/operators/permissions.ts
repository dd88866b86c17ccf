/**
 * What operators may do, by role: the only list. The calls take their callers from it (`by`), the console its menus and buttons, and the
 * authorisation matrix is tested from it. An administrator may do everything; what needs two people needs a second one all the same.
 */

export const OPERATOR_ROLES = ['support', 'reviewer', 'resolver', 'treasury', 'risk', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const EVERYBODY = ['support', 'reviewer', 'resolver', 'treasury', 'risk'] as const;

/** Permission -> the roles that have it besides `admin`. Those of the calls that were asked for are the roles that were asked for. */
export const PERMISSIONS = {
  /** Signing out, and what is one's own. */
  self: EVERYBODY,
  'audit.read': ['risk'],
  /** The stuck board and the case rooms, masked. Nothing of it rules. */
  'cases.read': ['support', 'resolver', 'risk'],
  /** Working on cases at all. Which of them on which, the case says: the next two. */
  'cases.work': ['resolver', 'risk'],
  'cases.decide': ['resolver'],
  /** The cases that nobody has ruled in time: they are with whoever leads, and with nobody else. */
  'cases.lead': ['risk'],
  /** The texts that operators answer with. Whoever works on cases uses them. */
  'replies.manage': ['risk'],
  /** Lines of orders that look like a fraud, masked. */
  'flags.review': ['support', 'resolver', 'risk'],
  'real-name.review': ['reviewer'],
  'requests.read': ['resolver', 'treasury', 'risk'],
  'requests.decide': ['resolver', 'treasury', 'risk'],
  'reviews.decide': ['reviewer'],
  /** The queues, masked: how many wait since when, and who works on what. Nothing of it opens an item. */
  'reviews.read': ['reviewer', 'risk'],
  /** The list that was asked for. */
  'members.list': ['support'],
  'members.read': EVERYBODY,
  'members.reveal': ['support', 'reviewer', 'risk'],
  'members.unblock': ['support'],
  'members.risk': ['risk'],
  /** The cancels of a day, which close the way to new orders. */
  'members.cancels': ['resolver'],
  /** The balances of the platform's own accounts, and whether the ledger reconciles. */
  'dashboard.money': ['treasury', 'risk'],
  /** What could not be pushed. Trying again tells a member what the inbox says already. */
  'deliveries.read': ['support', 'risk'],
  'deliveries.decide': ['support'],
  /** What many members are told at once. Asking is an administrator's, what no member can switch off is decided by risk too. */
  'broadcasts.read': ['support', 'risk'],
  'broadcasts.manage': [],
  'broadcasts.safety': ['risk'],
  'broadcasts.stop': ['risk'],
  'maintenance.read': ['risk'],
  'maintenance.manage': [],
  'settings.read': ['treasury', 'risk'],
  'settings.manage': [],
  'operators.manage': [],
} as const satisfies Readonly<Record<string, readonly Exclude<OperatorRole, 'admin'>[]>>;

export type Permission = keyof typeof PERMISSIONS;

export function mayDo(role: OperatorRole, permission: Permission): boolean {
  const roles: readonly OperatorRole[] = PERMISSIONS[permission];
  return role === 'admin' || roles.includes(role);
}

/** The callers of a call, by its permission. Without `admin` where another role is named: an administrator may call what any role may. */
export function by(permission: Permission): readonly `op:${OperatorRole}`[] {
  const roles: readonly OperatorRole[] = PERMISSIONS[permission];
  return roles.length === 0 ? ['op:admin'] : roles.map((role) => `op:${role}` as const);
}
