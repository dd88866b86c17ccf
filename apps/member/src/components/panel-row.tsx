import { ListRow, NextIcon, rowClass } from '@holdfast/ui';
import { Link } from '#platform/router/router-context.tsx';
import type { PanelName } from '#platform/router/routes.rules.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';

type Row = Parameters<typeof ListRow.Body>[0];

/** A row of a list that leads to a panel over what is on the screen. */
export function PanelRow({ panel, end, ...row }: Row & { panel: PanelName }) {
  const panelAddress = usePanelAddress();
  return (
    <li>
      <Link className={rowClass} to={panelAddress(panel)}>
        <ListRow.Body {...row} end={end ?? <NextIcon size={18} />} />
      </Link>
    </li>
  );
}
