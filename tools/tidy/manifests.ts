import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../lib/root.ts';
import { listFiles } from './source.ts';
import type { Manifest, Manifests } from './walls.ts';

/** The package.json of the root (as '') and of every workspace. */
export function readManifests(): Manifests {
  const paths = [
    'package.json',
    ...listFiles().filter((path) => /^(packages|apps)\/[^/]+\/package\.json$/.test(path)),
  ];
  return new Map(
    paths.map((path) => [
      dirname(path).replace(/^\.$/, ''),
      JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest,
    ]),
  );
}
