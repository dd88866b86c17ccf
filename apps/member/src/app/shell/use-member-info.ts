import { AppError } from '@holdfast/kernel';
import { useEffect } from 'react';
import { toErrorText } from '#platform/calls/use-error-text.ts';
import { useRead } from '#platform/calls/queries.ts';
import { useMemberData, useServices } from '#platform/services.tsx';
import { decideMemberInfoFailure } from './member-info.rules.ts';

/** Fetches member info (`getMemberInfo`) for the frame, stores it, and does what its failure asks. */
export function useMemberInfo(): void {
  const { session, settings, failures, endSession } = useServices();
  const account = useMemberData()?.login.account ?? '';
  const { data, error } = useRead(
    '/member/info/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
  useEffect(() => {
    if (data) session.storeMemberInfo(data);
  }, [data, session]);
  useEffect(() => {
    if (!(error instanceof AppError)) return;
    const decided = decideMemberInfoFailure(error);
    if (decided === 'handled') return;
    if (decided === 'sign-out') endSession();
    const detail = toErrorText(error, settings.read().language);
    failures.report(
      decided === 'sign-out' ? error : new AppError('MEMBER_INFO_UNREACHABLE', { detail }, { cause: error }),
    );
  }, [error, failures, settings, endSession]);
}
