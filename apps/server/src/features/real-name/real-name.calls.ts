import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { downloadList } from './download-list.ts';
import { ownStatus } from './own-status.ts';
import { countNumberSearch, readDetail, readList } from './read-applications.ts';
import { resetMember, reviewApplication } from './review-application.ts';
import { submitApplication } from './submit-application.ts';

export const realNameCalls = () =>
  calls({
    '/member/real-name/upload-auth/{account}': handle(submitApplication, { limit: perMinute(10) }),
    '/member/real-name/status/{account}': handle(ownStatus, { limit: readsPerMinute(120) }),
    '/member/real-name/list': handle(readList, {
      limit: readsPerMinute(120),
      prepare: countNumberSearch,
    }),
    '/member/real-name/detail/{id}': handle(readDetail, { limit: readsPerMinute(60) }),
    '/member/real-name/review/{id}': handle(reviewApplication, { limit: perMinute(60) }),
    '/member/real-name/reset/{account}': handle(resetMember, { limit: perMinute(20) }),
    '/member/real-name/list-download': handle(downloadList, { limit: perMinute(5) }),
  });
