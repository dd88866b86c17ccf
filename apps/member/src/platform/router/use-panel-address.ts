import { usePlace } from './router-context.tsx';
import { resolvePlace, screenAddress, type PanelName } from './routes.rules.ts';

/** The address of a panel over whatever is on the screen now, so that Back leads there again. */
export function usePanelAddress(): (panel: PanelName) => string {
  const resolved = resolvePlace(usePlace());
  return (panel) =>
    resolved.kind === 'screen'
      ? screenAddress(resolved.path, { ...resolved.search, panel })
      : screenAddress('/home', { panel });
}
