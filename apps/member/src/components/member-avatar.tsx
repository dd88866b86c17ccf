import { AVATAR_CHECKSUM_KEY } from '@holdfast/contract/constants';
import { avatarUrl } from '@holdfast/contract/rules';
import { Avatar } from '@holdfast/ui';
import { hashText } from '@holdfast/client/storage';
import { useEffect, useState } from 'react';
import { useServerStatus } from '#state/services.tsx';

/** The address of a file never changes; a list that is drawn again shows its pictures at once. */
const made = new Map<string, string | undefined>();

/** Undefined until the server has said which origin files come from. */
function usePicture(fileId: string): string | undefined {
  const assets = useServerStatus()?.assetsUrl;
  const [, setShown] = useState<string>();
  useEffect(() => {
    if (fileId === '' || assets === undefined || made.has(fileId)) return undefined;
    let isGone = false;
    const make = async () => {
      made.set(fileId, await avatarUrl({ assets, fileId, key: AVATAR_CHECKSUM_KEY, sha256: hashText }));
      if (!isGone) setShown(fileId);
    };
    void make();
    return () => {
      isGone = true;
    };
  }, [assets, fileId]);
  return made.get(fileId);
}

/** A member's picture beside the nickname; its first character where there is none. */
export function MemberAvatar({
  nick,
  fileId,
  large = false,
}: {
  nick: string;
  fileId: string | null | undefined;
  large?: boolean;
}) {
  const picture = usePicture(fileId ?? '');
  return <Avatar name={nick} large={large} picture={picture} />;
}
