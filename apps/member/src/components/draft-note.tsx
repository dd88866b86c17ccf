import { Button, Notice, stackClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import type { ReactNode } from 'react';
import { draftNoteWords } from './draft-note.words.ts';

/** Over a form that shows what was typed into it earlier. Its text says what has to be typed again, where something has. */
export function DraftNote({
  clear,
  onClear,
  children,
}: {
  /** Where clearing leaves something else than nothing: what. */
  clear?: string;
  onClear: () => void;
  children?: ReactNode;
}) {
  const say = useWords(draftNoteWords);
  return (
    <div className={stackClass}>
      <Notice tone="neutral">
        {say('restored')}
        {children}
      </Notice>
      <Button look="quiet" onClick={onClear}>
        {clear ?? say('clear')}
      </Button>
    </div>
  );
}
