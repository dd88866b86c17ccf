import { registry, type Call, type CallPath } from '@holdfast/contract/calls';

export interface Route {
  readonly path: CallPath;
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly path: CallPath;
  readonly call: Call;
  readonly names: readonly string[];
}

const shapeOf = (method: string, segments: readonly string[]) => `${method} ${segments.join('/')}`;
const PARAM = /^\{([a-z]+)\}$/i;

/** Routes by shape. A parameter may only be the last segment; any other shape fails at the start. */
const patterns = new Map<string, Pattern>();
for (const [path, call] of Object.entries(registry) as [CallPath, Call][]) {
  const segments = path.split('/');
  const names = segments.flatMap((segment) => PARAM.exec(segment)?.[1] ?? []);
  if (names.length > 1 || (names.length === 1 && !PARAM.test(segments.at(-1) ?? ''))) {
    throw new TypeError(`${path}: only the last segment may be a parameter`);
  }
  patterns.set(
    shapeOf(
      call.method,
      segments.map((segment) => (PARAM.test(segment) ? '*' : segment)),
    ),
    { path, call, names },
  );
}

/** Finds the call of a method and a B_URL. The match is exact: no case folding, no trailing slash, no other method. */
export function findRoute(method: 'GET' | 'POST', bUrl: string): Route | undefined {
  const segments = bUrl.split('/');
  const exact = patterns.get(shapeOf(method, segments));
  if (exact && exact.names.length === 0) return { path: exact.path, call: exact.call, params: {} };
  const last = segments.at(-1) ?? '';
  const pattern = patterns.get(shapeOf(method, [...segments.slice(0, -1), '*']));
  const name = pattern?.names[0];
  return pattern && name ? { path: pattern.path, call: pattern.call, params: { [name]: last } } : undefined;
}
