import { useSyncExternalStore } from 'react';
import { avatarOf } from '#state/member-records.ts';
import { useAccount, useMemberData, useServices } from '#state/services.tsx';
import { MemberAvatar } from './member-avatar.tsx';

/** The file of the member's avatar, kept under the account; empty for none and while this device does not know it. */
export function useAvatarFile() {
  const { shared } = useServices();
  const record = avatarOf(shared, useAccount());
  const fileId = useSyncExternalStore(record.subscribe, record.read, () => undefined);
  return { fileId: fileId ?? '', write: record.write };
}

/** The picture of whoever is signed in. */
export function OwnAvatar({ large = false }: { large?: boolean }) {
  const { fileId } = useAvatarFile();
  const nick = useMemberData()?.login.nick ?? '';
  return <MemberAvatar nick={nick} large={large} fileId={fileId} />;
}
