import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { OneTimeCodes } from '#features/one-time-code/index.ts';
import { beginMailChange, beginMobileChange } from './begin-contact-change.ts';
import { endMailChange, endMobileChange } from './end-contact-change.ts';
import { resetContact } from './reset-contact.ts';

export const contactChangeCalls = ({ codes, messages }: { codes: OneTimeCodes; messages: Messages }) =>
  calls({
    '/member/mobile-change/create-verification': handle(beginMobileChange(codes), { limit: perMinute(10) }),
    '/member/mobile-change/verify': handle(endMobileChange(messages), { limit: perMinute(20) }),
    '/member/mail-change/create-verification': handle(beginMailChange(codes), { limit: perMinute(10) }),
    '/member/mail-change/verify': handle(endMailChange(messages), { limit: perMinute(20) }),
    '/member/force-reset-contect': handle(resetContact(messages), { limit: perMinute(20) }),
  });
