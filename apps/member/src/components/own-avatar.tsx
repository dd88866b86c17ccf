import { AVATAR_CHECKSUM_KEY } from '@holdfast/contract/constants';
import { avatarUrl } from '@holdfast/contract/rules';
import { Avatar } from '@holdfast/ui';
import { hashText } from '@holdfast/client/storage';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { avatarOf } from '#state/device-records.ts';
import { useAccount, useMemberData, useServices } from '#state/services.tsx';

/** The file of the member's avatar, kept under the account; empty for none and while this device does not know it. */
export function useAvatarFile() {
  const { shared } = useServices();
  const record = avatarOf(shared, useAccount());
  const fileId = useSyncExternalStore(record.subscribe, record.read, () => undefined);
  return { fileId: fileId ?? '', write: record.write };
}

function usePicture(fileId: string): string | undefined {
  const [made, setMade] = useState<{ fileId: string; url: string | undefined }>();
  useEffect(() => {
    if (fileId === '') return undefined;
    let isGone = false;
    const make = async () => {
      const url = await avatarUrl({ assets: '', fileId, key: AVATAR_CHECKSUM_KEY, sha256: hashText });
      if (!isGone) setMade({ fileId, url });
    };
    void make();
    return () => {
      isGone = true;
    };
  }, [fileId]);
  return made?.fileId === fileId ? made.url : undefined;
}

/** The picture of whoever is signed in. */
export function OwnAvatar({ large = false }: { large?: boolean }) {
  const { fileId } = useAvatarFile();
  const picture = usePicture(fileId);
  const nick = useMemberData()?.login.nick ?? '';
  return <Avatar name={nick} large={large} picture={picture} />;
}
