import { posix } from 'node:path';
import { isOutside } from '../boundaries.ts';
import type { Module } from './source.ts';
import { fileOf, workspaceOf, type Manifests } from './walls.ts';

/** From -> to, such as a file and the files that it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Every circle of a graph, as the list of its members in the order in which they lead to each other; one circle for each edge that closes
 * one. A depth-first search: an edge to a node that is still being visited closes a circle.
 */
export function findCircles(graph: Graph): string[][] {
  const circles: string[][] = [];
  const path: string[] = [];
  const done = new Set<string>();
  const visit = (node: string): void => {
    if (done.has(node)) return;
    const at = path.indexOf(node);
    if (at !== -1) {
      circles.push([...path.slice(at), node]);
      return;
    }
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return circles;
}

/**
 * File -> the files that it imports, through subpath imports and the faces of packages. Types count in the product: a type that leads back
 * shows that two files are one. In the helpers of tests only what runs counts.
 */
export function importGraph(modules: readonly Module[], manifests: Manifests): Graph {
  return new Map(
    modules.map(({ path, imports }) => [
      path,
      imports
        .filter(({ isType }) => !isType || !isOutside(path))
        .flatMap(({ specifier }) => fileOf(path, specifier, manifests) ?? [])
        .map((file) => posix.normalize(file)),
    ]),
  );
}

/** The graph of a list of edges, such as `FEATURE_EDGES`. */
export function graphOf(edges: readonly (readonly [from: string, to: string])[]): Graph {
  const graph = new Map<string, string[]>();
  for (const [from, to] of edges) graph.set(from, [...(graph.get(from) ?? []), to]);
  return graph;
}

const SERVER_SLICE = /^apps\/server\/src\/features\/([^/]+)\//;
const sliceOf = (path: string): string => SERVER_SLICE.exec(path)?.[1] ?? '';

/** The edges between workspaces and between server slices that some import of a module needs, as `from -> to`. */
export function usedEdges(modules: readonly Module[], manifests: Manifests): ReadonlySet<string> {
  return new Set(
    modules.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier }) => {
        const file = fileOf(path, specifier, manifests);
        if (file === undefined) return [];
        return [workspaceOf, sliceOf].map((unitOf) => `${unitOf(path)} -> ${unitOf(file)}`);
      }),
    ),
  );
}
