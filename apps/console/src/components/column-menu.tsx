import { Menu } from '@base-ui/react/menu';
import { useWords } from '@holdfast/client/i18n';
import { buttonClass } from '@holdfast/ui';
import { componentWords } from './components.words.ts';
import menuStyles from './menu.module.css';

export interface ColumnChoice {
  readonly id: string;
  readonly name: string;
  readonly isShown: boolean;
}

/** Which columns a table shows. */
export function ColumnMenu({
  choices,
  onChoose,
}: {
  choices: readonly ColumnChoice[];
  onChoose: (id: string, isShown: boolean) => void;
}) {
  const say = useWords(componentWords);
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClass({ look: 'text' })}>{say('columns')}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className={menuStyles.positioner}>
          <Menu.Popup className={menuStyles.menu}>
            {choices.map(({ id, name, isShown }) => (
              <Menu.CheckboxItem
                key={id}
                className={`${menuStyles.item} ${menuStyles.ticked}`}
                checked={isShown}
                onCheckedChange={(checked) => onChoose(id, checked)}
              >
                <Menu.CheckboxItemIndicator className={menuStyles.tick}>✓</Menu.CheckboxItemIndicator>
                {name}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
