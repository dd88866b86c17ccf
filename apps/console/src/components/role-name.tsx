import type { OperatorRole } from '@holdfast/contract/operators';
import { useWords } from '@holdfast/client/i18n';
import { componentWords } from './components.words.ts';

/** What a role is called. */
export function useRoleName(): (role: OperatorRole) => string {
  const say = useWords(componentWords);
  return (role) => say(`role-${role}`);
}
