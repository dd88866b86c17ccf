import { AppError } from '@holdfast/kernel';
import { useCallback, useEffect } from 'react';
import { errorEntry, toErrorText } from '@holdfast/client/calls';
import { useRead } from '@holdfast/client/queries';
import { usePlace } from '#platform/router/router-context.tsx';
import { withOne } from '#state/notifications/notices.ts';
import { useAccount, useServices } from '#state/services.tsx';
import { logAskOf } from '@holdfast/client/debug-log';
import { decideMemberInfoFailure } from './member-info.rules.ts';
import { useAsk } from './use-ask.ts';

/** Fetches member info (`getMemberInfo`) for the frame, stores it, and does what its failure asks. */
export function useMemberInfo(): void {
  const { session, settings, failures, endSession, connection } = useServices();
  const offerLog = useOfferLog();
  const account = useAccount();
  const { data, error } = useRead(
    '/member/info/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
  useEffect(() => {
    if (data) session.storeMemberInfo(data);
  }, [data, session]);
  // Who was refused is advised to try again, but not over the very panel in which that is done.
  const isAtPanel = usePlace().search.get('panel') === 'real-name';
  useAsk('real-name', data?.realNameStatus === 'NotApproved' && !isAtPanel);
  useEffect(() => {
    if (!(error instanceof AppError)) return;
    const decided = decideMemberInfoFailure(error, errorEntry(error.code));
    if (decided === 'handled') return;
    // Before the sign-out, which takes the log with it. Without a network of the device's own the log tells nobody anything.
    if (connection.read() !== 'offline') offerLog();
    if (decided === 'sign-out') endSession(error);
    const detail = toErrorText(error, settings.read().language);
    failures.report(
      decided === 'sign-out' ? error : new AppError('MEMBER_INFO_UNREACHABLE', { detail }, { cause: error }),
    );
  }, [error, failures, settings, endSession, offerLog, connection]);
}

/** Asks whether to save the log after member info failed, while the log is on and nobody was asked in this session (decision 6). */
function useOfferLog(): () => void {
  const { debugLog, notices, tab } = useServices();
  return useCallback(() => {
    if (debugLog.mode() === 'close' || logAskOf(tab).read()) return;
    const log = debugLog.text();
    // Said where it is saved; here nobody listens yet.
    log.catch(() => {});
    notices.change(({ prompts }) => ({ prompts: withOne(prompts, 'debug-log'), log }));
  }, [debugLog, notices, tab]);
}
