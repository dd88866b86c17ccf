import { useState } from 'react';
import type { Draft } from './drafts.ts';
import { useServices } from './services.tsx';

/** A draft of a screen under its name; an empty one forgets it. */
export function useDraft(name: string): [Draft, (draft: Draft) => void] {
  const { drafts } = useServices();
  const [shown, setShown] = useState({ name, draft: drafts.read(name) });
  const present = shown.name === name ? shown.draft : drafts.read(name);
  return [
    present,
    (draft) => {
      drafts.write(name, draft);
      setShown({ name, draft });
    },
  ];
}
