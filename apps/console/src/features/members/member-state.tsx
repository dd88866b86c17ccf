import { useWords } from '@holdfast/client/i18n';
import { Pill } from '@holdfast/ui';
import { memberWords } from './members.words.ts';

export function MemberState({ member }: { member: { isForbidden: boolean; isFrozen: boolean } }) {
  const say = useWords(memberWords);
  if (member.isForbidden) return <Pill tone="refused">{say('forbidden')}</Pill>;
  return member.isFrozen ? <Pill tone="held">{say('frozen')}</Pill> : <Pill>{say('active')}</Pill>;
}
