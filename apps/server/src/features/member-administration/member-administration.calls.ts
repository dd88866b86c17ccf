import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { listMembers } from './list-members.ts';
import { askForPermissions } from './permissions.ts';
import { readMember } from './read-member.ts';
import { reveal } from './reveal.ts';
import { setLevel } from './set-level.ts';
import { unblockLogin } from './unblock-login.ts';

export const memberAdministrationCalls = () =>
  calls({
    '/member/appbk/memberList': handle(listMembers, { limit: readsPerMinute(120) }),
    '/operator/member/detail/{account}': handle(readMember, { limit: perMinute(60) }),
    '/operator/member/reveal/{account}': handle(reveal, { limit: perMinute(60) }),
    '/api/v1/members/unblock-login/{account}': handle(unblockLogin, { limit: perMinute(20) }),
    '/api/v1/members/set-member-permissions/{account}': handle(askForPermissions, { limit: perMinute(20) }),
    '/member/account/use-level-set': handle(setLevel, { limit: perMinute(20) }),
  });
