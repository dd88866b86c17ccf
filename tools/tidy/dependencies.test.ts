import { describe, expect, it } from 'vitest';
import { readManifests } from './manifests.ts';
import { readSource } from './source.ts';

const DECISION = 'docs/decisions/0008-runtime-dependencies.md';

/** The packages in the first column of the decision's table. */
const listed = readSource(DECISION)
  .text.split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const used = [...readManifests().values()]
  .flatMap(({ dependencies }) => Object.keys(dependencies ?? {}))
  .filter((name) => !name.startsWith('@holdfast/'));

describe('runtime dependencies', () => {
  it('each have a reason', () => {
    expect([...new Set(used)].filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('and no reason is left over', () => {
    expect(listed.length).toBeGreaterThan(5);
    expect(listed.filter((name) => !used.includes(name))).toEqual([]);
  });

  it('stay few in the server', () => {
    const { dependencies } = readManifests().get('apps/server') ?? {};
    expect(Object.keys(dependencies ?? {}).length).toBeLessThan(25);
  });
});
