import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import {
  beginMailChange,
  beginMobileChange,
  endMailChange,
  endMobileChange,
  type ContactChangeParts,
} from './change-contact.ts';
import { resetContact } from './reset-contact.ts';

/** A member's mobile number and mail address: changed by codes to the old and to the new one. */
export const contactChangeCalls = (parts: ContactChangeParts) =>
  calls({
    '/member/mobile-change/create-verification': handle(beginMobileChange(parts), { limit: perMinute(10) }),
    '/member/mobile-change/verify': handle(endMobileChange(parts), { limit: perMinute(20) }),
    '/member/mail-change/create-verification': handle(beginMailChange(parts), { limit: perMinute(10) }),
    '/member/mail-change/verify': handle(endMailChange(parts), { limit: perMinute(20) }),
    '/member/force-reset-contect': handle(resetContact, { limit: perMinute(20) }),
  });
