import { useEffect } from 'react';
import { askOnce, without, type PromptName } from '#state/notifications/notices.ts';
import { useServices } from '#state/services.tsx';

/** Asks a question while there is reason to. One that nobody has answered goes with the session it was meant for. */
export function useAsk(name: PromptName, isWanted: boolean): void {
  const { notices } = useServices();
  useEffect(() => {
    if (!isWanted) return undefined;
    notices.change(askOnce(name));
    return () => notices.change(({ prompts }) => ({ prompts: without(prompts, name) }));
  }, [name, isWanted, notices]);
}
