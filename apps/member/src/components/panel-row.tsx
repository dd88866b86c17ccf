import { ListRow, NextIcon, rowClass } from '@holdfast/ui';
import { isPlainClick, Link } from '#platform/router/router-context.tsx';
import type { PanelName } from '#platform/router/routes.rules.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import type { JumpFlag } from '#state/jumps.ts';
import { useServices } from '#state/services.tsx';

type Row = Parameters<typeof ListRow.Body>[0];

/** A row of a list that leads to a panel over what is on the screen, where it has one by its one-shot flag (spec 3). */
export function PanelRow({ panel, flag, end, ...row }: Row & { panel: PanelName; flag?: JumpFlag }) {
  const panelAddress = usePanelAddress();
  const { jumps } = useServices();
  return (
    <li>
      <Link
        className={rowClass}
        to={panelAddress(panel)}
        onClick={(event) => {
          if (!flag || !isPlainClick(event)) return;
          event.preventDefault();
          jumps.set(flag);
        }}
      >
        <ListRow.Body {...row} end={end ?? <NextIcon size={18} />} />
      </Link>
    </li>
  );
}
