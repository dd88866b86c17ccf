export { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
export { AUDIT_DETAILS, type AuditDetail } from './audit-details.ts';
export {
  CASE_CLAIM_MINUTES,
  CASE_DUTIES,
  CASE_HOLDERS,
  CASE_REVEALS,
  CASE_STAGES,
  paceOf,
  SERVICE_HOURS,
  type CaseDuty,
  type CasePace,
  type CaseReveal,
  type CaseStage,
} from './cases.ts';
export { COMMON_TRACES, tracesOf, type CommonTrace, type Compared } from './common-traces.ts';
export { FLAG_STATES, FLAG_VERDICTS, type FlagState, type FlagVerdict } from './flags.ts';
export { by, mayDo, OPERATOR_ROLES, PERMISSIONS, type OperatorRole, type Permission } from './permissions.ts';
export {
  REQUEST_HOURS,
  REQUEST_KIND_NAMES,
  REQUEST_KINDS,
  REQUEST_STATES,
  REQUEST_VERDICTS,
  type RequestKindName,
  type RequestState,
  type RequestVerdict,
} from './requests.ts';
export {
  CLAIM_MINUTES,
  REVIEW_AGES,
  REVIEW_KIND_NAMES,
  REVIEW_KINDS,
  REVIEW_LATE_HOURS,
  REVIEW_STATES,
  REVIEW_VERDICTS,
  type ReviewAge,
  type ReviewKindName,
  type ReviewState,
  type ReviewVerdict,
} from './reviews.ts';
export {
  INVITATION_HOURS,
  isOperatorPassword,
  OPERATOR_ABSOLUTE_HOURS,
  OPERATOR_IDLE_MINUTES,
  OPERATOR_PASSWORD_MAX,
  OPERATOR_PASSWORD_MIN,
} from './sign-in.ts';
export { REPLY_NAME_MAX, REPLY_TEMPLATES_MAX } from './reply-templates.ts';
