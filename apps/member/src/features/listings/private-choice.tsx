import { Checkbox } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { shareWords } from './share.words.ts';

/** Whether it stands in the market, or only who has its link can open it. */
export function PrivateChoice({
  isPrivate,
  onChange,
}: {
  isPrivate: boolean;
  onChange: (isPrivate: boolean) => void;
}) {
  const say = useWords(shareWords);
  return (
    <Checkbox
      label={say('private')}
      note={say('privateHint')}
      checked={isPrivate}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
