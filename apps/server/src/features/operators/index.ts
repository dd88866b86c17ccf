/** Operators: the people who run the product. Their sign-in, their sessions, what two of them do together, and the audit log that they read. */
export { hasEarlierAuthenticators, moveEarlierAuthenticators } from './credential.store.ts';
export { createAdmins, isOperatorMail, recoverAdmin, type Invited } from './make-admins.ts';
export { DEMO_OPERATORS, makeDemoOperators } from './demo-operators.ts';
export { operatorGuard, recheckOperator } from './operator-guard.ts';
export { forgetOldOperatorSessions, operatorNames } from './operator.store.ts';
export { operatorCalls } from './operators.calls.ts';
export { askForRequest, type RequestKind } from './request-kinds.ts';
export { findOpenRequest } from './request.store.ts';
