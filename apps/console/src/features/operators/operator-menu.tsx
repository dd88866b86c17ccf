import { Menu } from '@base-ui/react/menu';
import { useWords } from '@holdfast/client/i18n';
import { MoreIcon } from '@holdfast/ui';
import menuStyles from '#components/menu.module.css';
import type { Change, ChangeKind } from './operator-sheets.tsx';
import type { OperatorRow } from './operator-row.ts';
import { operatorWords } from './operators.words.ts';

function choicesOf({ isDisabled, isEnrolled, isSignedIn }: OperatorRow): ChangeKind[] {
  if (isDisabled) return ['restore'];
  return [
    'changeRole',
    ...(isSignedIn ? (['endSession'] as const) : []),
    ...(isEnrolled ? (['reset'] as const) : (['invite'] as const)),
    'suspend',
  ];
}

export function OperatorMenu({
  operator,
  onChoose,
}: {
  operator: OperatorRow;
  onChoose: (change: Change) => void;
}) {
  const say = useWords(operatorWords);
  return (
    <Menu.Root>
      <Menu.Trigger className={menuStyles.trigger} aria-label={say('actions', { name: operator.name })}>
        <MoreIcon size={20} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className={menuStyles.positioner}>
          <Menu.Popup className={menuStyles.menu}>
            {choicesOf(operator).map((kind) => (
              <Menu.Item key={kind} className={menuStyles.item} onClick={() => onChoose({ kind, operator })}>
                {say(kind)}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
