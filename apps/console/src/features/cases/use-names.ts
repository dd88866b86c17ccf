import { useWords } from '@holdfast/client/i18n';
import { roomWords } from './room.words.ts';

type Key = keyof (typeof roomWords)['en'];
type Group = 'event' | 'reason' | 'by' | 'fault' | 'resolution' | 'owner' | 'account' | 'kind';

/** What a name of the machine is called; one that is newer than the table is shown as it is. */
export function useNames(): (group: Group, name: string) => string {
  const say = useWords(roomWords);
  return (group, name) => {
    const key = `${group}-${name.replaceAll('.', '-')}`;
    return Object.hasOwn(roomWords.en, key) ? say(key as Key, {} as never) : name;
  };
}
