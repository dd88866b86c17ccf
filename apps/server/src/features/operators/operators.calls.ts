import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import {
  askForAccess,
  askForReset,
  askForRole,
  askToAdd,
  endSession,
  invite,
  listOperators,
  OPERATOR_KINDS,
} from './administration.ts';
import { beginEnrolment, finishEnrolment, hashNewPassword } from './enrolment.ts';
import { listAudit } from './list-audit.ts';
import { readMe, signOut } from './own-session.ts';
import type { RequestKind } from './request-kinds.ts';
import { decideRequest, listRequests } from './requests.ts';
import { prepareSignIn, signIn } from './sign-in.ts';

interface OperatorParts {
  readonly passwords: Passwords;
  readonly messages: Messages;
  readonly watch: Watch;
  /** The console's origin, for links in invitations. */
  readonly consoleUrl?: string | undefined;
  /** What two people do in other slices. */
  readonly kinds: readonly RequestKind[];
}

export const operatorCalls = (parts: OperatorParts) => {
  const kinds = new Map(
    [...OPERATOR_KINDS, ...parts.kinds].map((kind): [string, RequestKind] => [kind.kind, kind]),
  );
  const { messages, consoleUrl } = parts;
  return calls({
    '/operator/sign-in': handle(signIn, {
      limit: perMinute(20, 'address'),
      prepare: prepareSignIn(parts),
      isCostly: true,
    }),
    '/operator/enrolment/begin': handle(beginEnrolment, { limit: perMinute(10, 'address') }),
    '/operator/enrolment/finish': handle(finishEnrolment, {
      limit: perMinute(10, 'address'),
      prepare: hashNewPassword(parts.passwords),
      isCostly: true,
    }),
    '/operator/sign-out': handle(signOut, { limit: perMinute(20) }),
    '/operator/me': handle(readMe, { limit: readsPerMinute(120) }),
    '/operator/request/list': handle(listRequests(kinds), { limit: readsPerMinute(120) }),
    '/operator/request/decide': handle(decideRequest(kinds), { limit: perMinute(60) }),
    '/operator/audit/list': handle(listAudit, { limit: readsPerMinute(120) }),
    '/operator/administration/list': handle(listOperators, { limit: readsPerMinute(60) }),
    '/operator/administration/add': handle(askToAdd, { limit: perMinute(20) }),
    '/operator/administration/role': handle(askForRole, { limit: perMinute(20) }),
    '/operator/administration/access': handle(askForAccess, { limit: perMinute(20) }),
    '/operator/administration/reset': handle(askForReset, { limit: perMinute(20) }),
    '/operator/administration/invite': handle(invite({ messages, consoleUrl }), { limit: perMinute(20) }),
    '/operator/administration/end-session': handle(endSession, { limit: perMinute(20) }),
  });
};
