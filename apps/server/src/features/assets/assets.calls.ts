import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { linkOwnFile } from './file-link.ts';
import { issueAvatarToken, issueFileToken } from './issue-token.ts';

export const assetCalls = () =>
  calls({
    '/member/upload-avatar-token': handle(issueAvatarToken, { limit: perMinute(20) }),
    '/member/upload-file-token': handle(issueFileToken, { limit: perMinute(20) }),
    '/member/file/link': handle(linkOwnFile, { limit: readsPerMinute(120) }),
  });
