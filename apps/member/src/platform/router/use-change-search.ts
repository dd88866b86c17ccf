import { usePlace, useRouter } from './router-context.tsx';
import { resolvePlace, screenAddress, type RouteSearch } from './routes.rules.ts';

/** Changes what the address says of the present screen: a reload and Back from elsewhere then show the same. It is no step for Back. */
export function useChangeSearch(): (change: RouteSearch) => void {
  const router = useRouter();
  const resolved = resolvePlace(usePlace());
  return (change) => {
    if (resolved.kind !== 'screen') return;
    router.go(screenAddress(resolved.path, { ...resolved.search, ...change }), { replace: true });
  };
}
