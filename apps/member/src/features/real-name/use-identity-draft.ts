import type { IdentityDetails } from '@holdfast/contract/rules';
import { IDENTITY_DOCUMENTS } from '@holdfast/contract/rules';
import { oneOf, recordOf, text } from '@holdfast/client/storage';
import { useState } from 'react';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import type { Picture } from './picture-item.tsx';

export const PICTURES = ['front', 'back', 'selfie'] as const;
export type PictureName = (typeof PICTURES)[number];

type Kept = Omit<IdentityDetails, 'number'>;
const readKept = recordOf<Kept>({ document: oneOf(IDENTITY_DOCUMENTS), realName: text, bornOn: text });

export interface IdentityDraft {
  readonly details: IdentityDetails;
  readonly putDetails: (change: Partial<IdentityDetails>) => void;
  readonly pictures: Readonly<Record<PictureName, Picture | undefined>>;
  readonly putPicture: (name: PictureName, picture: Picture | undefined) => void;
  /** The pictures are not on the server any more. */
  readonly forgetPictures: () => void;
  readonly forget: () => void;
  readonly isRestored: boolean;
}

/**
 * What is kept of an application that was not sent yet (docs/decisions/0129): name, date and which pictures have arrived, as a draft of this
 * tab. The number and what the pictures show stay in the memory of this page, over the PIN lock and no further.
 */
export function useIdentityDraft(about: string, document: IdentityDetails['document']): IdentityDraft {
  const draft = `real name ${about}`;
  const [kept, setKept, forgetKept, isRestored] = useFormDraft(draft, {
    read: readKept,
    initial: { document, realName: '', bornOn: '' },
  });
  const [number, setNumber] = useDraft('real name number', '');
  const [blobs, setBlobs] = useDraft<Readonly<Record<string, Blob>>>('real name pictures', {});
  // Each a draft of its own: one may arrive while something else is typed.
  const files = {
    front: useFormDraft(`${draft} front`, { read: text, initial: '' }),
    back: useFormDraft(`${draft} back`, { read: text, initial: '' }),
    selfie: useFormDraft(`${draft} selfie`, { read: text, initial: '' }),
  };
  const [wasTouched, setTouched] = useState(false);
  const pictureOf = (name: PictureName): Picture | undefined => {
    const [fileId] = files[name];
    return fileId === '' ? undefined : { fileId, blob: blobs[fileId] };
  };
  const forgetPictures = () => PICTURES.forEach((name) => files[name][2]());
  return {
    details: { ...kept, number },
    putDetails({ number: typed, ...change }) {
      setTouched(true);
      if (typed !== undefined) setNumber(typed);
      if (Object.keys(change).length > 0) setKept({ ...kept, ...change });
    },
    pictures: { front: pictureOf('front'), back: pictureOf('back'), selfie: pictureOf('selfie') },
    putPicture(name, picture) {
      setTouched(true);
      if (!picture) return files[name][2]();
      const { fileId, blob } = picture;
      if (blob) setBlobs((before) => ({ ...before, [fileId]: blob }));
      files[name][1](fileId);
    },
    forgetPictures,
    forget() {
      forgetKept();
      forgetPictures();
      setNumber('');
    },
    isRestored: !wasTouched && (isRestored || PICTURES.some((name) => files[name][3])),
  };
}
