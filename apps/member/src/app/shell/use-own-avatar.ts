import { useRead } from '@holdfast/client/queries';
import { useEffect, useSyncExternalStore } from 'react';
import { avatarOf } from '#state/member-records.ts';
import { useAccount, useServices } from '#state/services.tsx';

/** Asks once which picture the member has, on a device that does not know it. */
export function useOwnAvatar(): void {
  const { shared } = useServices();
  const account = useAccount();
  const record = avatarOf(shared, account);
  const isUnknown = useSyncExternalStore(record.subscribe, record.read, () => '') === undefined;
  const { data } = useRead('/member/avatar/get', {}, { isEnabled: account !== '' && isUnknown });
  useEffect(() => {
    if (data && record.read() === undefined) record.write(data.fileId ?? '');
  }, [data, record]);
}
