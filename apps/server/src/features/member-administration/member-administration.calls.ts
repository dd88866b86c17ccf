import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { clearCancelRecord } from './clear-cancels.ts';
import { listMembers } from './list-members.ts';
import { setLocksMax, setMultiLocks } from './lock-limits.ts';
import { markMemberPassword } from './mark-password.ts';
import { askForPermissions } from './permissions.ts';
import { readMember } from './read-member.ts';
import { countMemberSearch } from './search-personal.ts';
import { reveal } from './reveal.ts';
import { askToRemoveSecondStep, memberSecondStep } from './second-step.ts';
import {
  listRoles,
  readSortCode,
  setMemberSortCode,
  setMemberSortCodeOffset,
  setRoleSortCode,
  setRoleSortCodeOffset,
} from './sort-codes.ts';
import { unblockLogin } from './unblock-login.ts';

export const memberAdministrationCalls = ({ messages }: { messages: Messages }) =>
  calls({
    '/member/appbk/memberList': handle(listMembers, {
      limit: readsPerMinute(120),
      prepare: countMemberSearch,
    }),
    '/operator/member/detail/{account}': handle(readMember, { limit: perMinute(60) }),
    '/operator/member/reveal/{account}': handle(reveal, { limit: perMinute(60) }),
    '/api/v1/members/unblock-login/{account}': handle(unblockLogin, { limit: perMinute(20) }),
    '/operator/member/password-mark/{account}': handle(markMemberPassword, { limit: perMinute(20) }),
    '/api/v1/members/set-member-permissions/{account}': handle(askForPermissions, { limit: perMinute(20) }),
    '/operator/member/second-step-remove/{account}': handle(
      askToRemoveSecondStep(memberSecondStep(messages)),
      { limit: perMinute(20) },
    ),
    '/api/v1/members/set-multi-locks/{account}': handle(setMultiLocks, { limit: perMinute(20) }),
    '/api/v1/members/set-max-number-of-order-locks/{account}': handle(setLocksMax, { limit: perMinute(20) }),
    '/api/clear-cancel-record': handle(clearCancelRecord, { limit: perMinute(20) }),
    '/member/get-member-sort-code': handle(readSortCode, { limit: readsPerMinute(120) }),
    '/member/set-member-sort-code': handle(setMemberSortCode, { limit: perMinute(20) }),
    '/member/set-member-sort-code-offset': handle(setMemberSortCodeOffset, { limit: perMinute(20) }),
    '/api/v1/members/set-role-sort-code': handle(setRoleSortCode, { limit: perMinute(20) }),
    '/api/v1/members/set-role-sort-code-offset': handle(setRoleSortCodeOffset, { limit: perMinute(20) }),
    '/operator/role/list': handle(listRoles, { limit: readsPerMinute(120) }),
  });
