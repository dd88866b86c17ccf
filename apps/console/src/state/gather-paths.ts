import type { BuiltPath } from '@holdfast/contract/calls';

/** So often at the most what has changed is asked anew. Members who write much must not make an operator's screen ask without end. */
const GATHER_MS = 1000;

/** Hands on the first hint at once, and what comes within a second of it together at the end of that second, until `signal` fires. */
export function gatherPaths(
  ask: (paths: readonly BuiltPath[]) => void,
  signal: AbortSignal,
): (paths: readonly BuiltPath[]) => void {
  let waiting: Set<BuiltPath> | undefined;
  const hand = () => {
    if (signal.aborted || !waiting) return;
    const paths = [...waiting];
    waiting = undefined;
    if (paths.length > 0) begin(paths);
  };
  const begin = (paths: readonly BuiltPath[]) => {
    waiting = new Set();
    setTimeout(hand, GATHER_MS);
    ask(paths);
  };
  return (paths) => {
    if (waiting) for (const path of paths) waiting.add(path);
    else begin(paths);
  };
}
