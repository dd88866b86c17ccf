import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { checkVersion, type AppVersionParts } from './check-version.ts';

export const appVersionCalls = (parts: AppVersionParts) =>
  calls({ '/member/checkVersion': handle(checkVersion(parts), { limit: readsPerMinute(60) }) });
