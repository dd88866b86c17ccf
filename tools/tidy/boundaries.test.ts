import { describe, expect, it } from 'vitest';
import { EDGES, FEATURE_EDGES } from '../boundaries.ts';
import { findCircles, graphOf, importGraph, usedEdges } from './import-graph.ts';
import { readManifests } from './manifests.ts';
import { parseModule, readModules } from './source.ts';
import { checkWalls, type Manifests } from './walls.ts';

/** A reader that finds no files also finds no violations; these numbers only ever go up. */
const FILES_MIN = 300;
const IMPORTS_MIN = 1000;

const manifests: Manifests = new Map([
  ['', { name: 'holdfast', devDependencies: { vitest: '1.0.0' } }],
  ['packages/kernel', { name: '@holdfast/kernel' }],
  ['packages/contract', { name: '@holdfast/contract', dependencies: { '@holdfast/kernel': '1', zod: '1' } }],
  ['packages/ui', { name: '@holdfast/ui', dependencies: { react: '1' } }],
  [
    'apps/server',
    {
      name: '@holdfast/server',
      imports: {
        '#platform/*': './src/platform/*',
        '#features/*': './src/features/*',
        '#config': './src/config.ts',
      },
      dependencies: {
        fastify: '1',
        pg: '1',
        '@holdfast/contract': '1',
        '@holdfast/ui': '1',
        '@noble/secp256k1': '1',
      },
    },
  ],
  [
    'apps/member',
    {
      name: '@holdfast/member',
      imports: { '#features/*': './src/features/*' },
      dependencies: { react: '1' },
    },
  ],
]);

const workspaceEdges = Object.entries(EDGES).flatMap(([from, names]) =>
  names.map((name) => [from, `packages/${name}`] as const),
);

const wallsBrokenBy = (path: string, text: string): string[] => [
  ...new Set(checkWalls([parseModule({ path, text })], manifests).map((finding) => finding.wall)),
];

describe('the walls stand', () => {
  const modules = readModules();

  it('has read the whole repository', () => {
    expect(modules.length).toBeGreaterThan(FILES_MIN);
    expect(modules.flatMap((module) => module.imports).length).toBeGreaterThan(IMPORTS_MIN);
    for (const folder of Object.keys(EDGES)) {
      expect(
        modules.some(({ path }) => path.startsWith(`${folder}/`)),
        `no module of ${folder} was read`,
      ).toBe(true);
    }
  });

  it('finds no import or name on the wrong side', () => {
    expect(checkWalls(modules, readManifests())).toEqual([]);
  });

  it('finds no circle of files, of workspaces or of server slices', () => {
    expect(findCircles(importGraph(modules, readManifests()))).toEqual([]);
    expect(findCircles(graphOf(workspaceEdges))).toEqual([]);
    expect(findCircles(graphOf(FEATURE_EDGES))).toEqual([]);
  });

  it('finds a circle that an edge more would close', () => {
    expect(findCircles(graphOf([...workspaceEdges, ['packages/database', 'packages/testkit']]))).toHaveLength(
      1,
    );
    expect(findCircles(graphOf([...FEATURE_EDGES, ['one-time-code', 'passwords']]))).not.toEqual([]);
  });

  it('lists no edge that nobody uses: it would be a door left open', () => {
    const used = usedEdges(modules, readManifests());
    expect(workspaceEdges.filter(([from, to]) => !used.has(`${from} -> ${to}`))).toEqual([]);
    expect(FEATURE_EDGES.filter(([from, to]) => !used.has(`${from} -> ${to}`))).toEqual([]);
  });
});

describe('a planted violation is found', () => {
  const planted: [wall: string, rule: string, path: string, text: string][] = [
    [
      'D1',
      'an edge outside the table',
      'packages/kernel/src/a.ts',
      `import { z } from '@holdfast/contract';`,
    ],
    [
      'D1',
      'an edge to a package that is listed but forbidden',
      'apps/server/src/main.ts',
      `import '@holdfast/ui';`,
    ],
    [
      'D1',
      'a package reached by path',
      'packages/ui/src/a.ts',
      `import { a } from '../../kernel/src/ids.ts';`,
    ],
    [
      'D1',
      'a step up a floor',
      'apps/server/src/platform/db/a.ts',
      `import { a } from '#features/orders/index.ts';`,
    ],
    [
      'D1',
      'a re-export up a floor',
      'apps/server/src/platform/a.ts',
      `export { a } from '#features/orders/index.ts';`,
    ],
    ['D1', 'a lazy import up a floor', 'apps/server/src/features/x/a.ts', `await import('../../main.ts');`],
    [
      'D2',
      'the inside of another slice',
      'apps/server/src/features/x/a.ts',
      `import { a } from '#features/y/b.ts';`,
    ],
    [
      'D2',
      'an edge that is not listed',
      'apps/server/src/features/x/a.ts',
      `import { a } from '../y/index.ts';`,
    ],
    [
      'D2',
      'a sibling in the member app',
      'apps/member/src/features/x/a.tsx',
      `import '#features/y/index.ts';`,
    ],
    ['D3', 'a store in rules', 'apps/server/src/features/x/x.rules.ts', `import { a } from './x.store.ts';`],
    ['D3', 'the clock in rules', 'apps/server/src/features/x/x.rules.ts', `const at = Date.now();`],
    ['D3', 'today in rules', 'apps/server/src/features/x/x.rules.ts', `const at = new Date();`],
    [
      'D4',
      'SQL in a use case',
      'apps/server/src/features/x/a.ts',
      'const q = `select id from x.rows where id = 1`;',
    ],
    [
      'D4',
      'a foreign schema in a store',
      'apps/server/src/features/x/x.store.ts',
      'q`update wallet.rows set a = 1`;',
    ],
    [
      'D5',
      'the environment outside config.ts',
      'apps/server/src/platform/a.ts',
      `const a = process.env['A'];`,
    ],
    ['D5', 'the environment by destructuring', 'apps/server/src/main.ts', `const { env } = process;`],
    ['D5', 'the environment by import', 'apps/server/src/main.ts', `import { env } from 'node:process';`],
    [
      'D5',
      'a socket in a feature',
      'apps/server/src/features/x/a.ts',
      `import { request } from 'node:https';`,
    ],
    [
      'D4',
      'the ledger written by another',
      'apps/server/src/platform/a.ts',
      'q`update ledger.account set balance = 1`;',
    ],
    ['D5', 'fetch in a feature', 'apps/member/src/features/x/a.ts', `await fetch('/x');`],
    ['D5', 'fetch handed on', 'apps/member/src/features/x/a.ts', `call(fetch);`],
    ['D5', 'Math.random, even in a test', 'apps/server/src/features/x/a.test.ts', `Math.random();`],
    ['D5', 'a primitive outside the channel', 'apps/server/src/main.ts', `import '@noble/secp256k1';`],
    [
      'D5',
      'the transport in a feature',
      'apps/server/src/features/x/a.ts',
      `import { fastify } from 'fastify';`,
    ],
    ['D5', 'the driver in a use case', 'apps/server/src/features/x/a.ts', `import pg from 'pg';`],
    ['D5', 'the test kit in production', 'apps/server/src/main.ts', `import '@holdfast/testkit';`],
    ['D5', 'a Node module in shared code', 'packages/contract/src/a.ts', `import { join } from 'node:path';`],
    [
      'D6',
      'two floors of dots',
      'apps/server/src/features/x/a.ts',
      `import { a } from '../../platform/b.ts';`,
    ],
    ['D6', 'an import without its extension', 'packages/ui/src/a.ts', `import { a } from './b';`],
    ['D7', 'a test that is imported', 'apps/server/src/features/x/a.ts', `import { a } from './b.test.ts';`],
    ['manifest', 'a package of another manifest', 'packages/ui/src/a.ts', `import { z } from 'zod';`],
  ];

  it.each(planted)('%s: %s', (wall, _rule, path, text) => {
    expect(wallsBrokenBy(path, text)).toContain(wall);
  });

  it.each([
    ['by a subpath import', `import { a } from '#platform/a.ts';`],
    ['by a type', `import type { A } from './a.ts';`],
  ])('a circle of files %s', (_how, back) => {
    const folder = 'apps/server/src/platform';
    const modules = [
      parseModule({ path: `${folder}/a.ts`, text: `import { b } from './b.ts';` }),
      parseModule({ path: `${folder}/b.ts`, text: back }),
    ];
    const circle = ['a', 'b', 'a'].map((name) => `${folder}/${name}.ts`);
    expect(findCircles(importGraph(modules, manifests))).toEqual([circle]);
  });

  it('D5: a Node module behind the face for browsers, two files away', () => {
    const modules = [
      ['packages/secure-channel/browser.ts', `export { a } from './src/a.ts';`],
      ['packages/secure-channel/src/a.ts', `import { b } from './b.ts'; import type { C } from './c.ts';`],
      ['packages/secure-channel/src/b.ts', `import { randomBytes } from 'node:crypto';`],
      ['packages/secure-channel/src/c.ts', `import { createHash } from 'node:crypto';`],
    ].map(([path = '', text = '']) => parseModule({ path, text }));
    expect(checkWalls(modules, manifests).map(({ at }) => at)).toEqual([
      'packages/secure-channel/src/b.ts:1',
    ]);
  });

  it('and what the walls allow is left in peace', () => {
    const allowed: [path: string, text: string][] = [
      ['packages/contract/src/a.ts', `import { z } from 'zod/mini'; import { id } from '@holdfast/kernel';`],
      ['apps/server/src/platform/db/a.ts', `import pg from 'pg'; const q = 'select 1 from x';`],
      ['apps/server/src/features/x/x.store.ts', 'q`select a from x.rows join x.more on true`;'],
      [
        'apps/server/src/features/x/x.rules.ts',
        `const at = new Date(0); const text = 'Select a coin from the list';`,
      ],
      ['apps/server/src/features/x/y.rules.ts', `import type { A } from './x.store.ts';`],
      ['apps/server/src/features/x/a.ts', `import { a } from '#platform/b.ts'; import { c } from './c.ts';`],
      ['apps/server/src/config.ts', `const port = process.env['PORT'];`],
      ['packages/ui/src/a.test.tsx', `import { it } from 'vitest'; import { a } from '@holdfast/testkit';`],
    ];
    expect(allowed.map(([path, text]) => wallsBrokenBy(path, text))).toEqual(allowed.map(() => []));
  });
});
