import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import type { OneTimeCodes } from './codes.ts';
import { sendCode } from './send-code.ts';
import { prepareVerifyCode, verifyCode } from './verify-code.ts';

export const oneTimeCodeCalls = ({ codes }: { codes: OneTimeCodes }) =>
  calls({
    '/utils/otp/mobile/send': handle(sendCode(codes), { limit: perMinute(20) }),
    '/utils/otp/mobile/verify': handle(verifyCode, {
      limit: perMinute(60),
      prepare: prepareVerifyCode(codes),
    }),
  });
