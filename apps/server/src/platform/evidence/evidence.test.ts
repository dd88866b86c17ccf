import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evidenceFault, publicKeyOf, sealEvidence, type Evidence } from './evidence.ts';

const seed = Buffer.alloc(32, 7);
const key = publicKeyOf(seed);
const facts = (['event', 'line', 'posting'] as const).map((kind, index) => ({
  kind,
  at: `2026-11-23T08:0${index}:00.000Z`,
  data: { text: `第 ${index} 行`, amount: '3000.00', nested: { b: 1, a: [true, null] } },
}));
const made = sealEvidence(seed, {
  serialNo: 'HF-1',
  madeFor: 'payer',
  madeAt: '2026-11-23T09:00:00.000Z',
  facts,
});
const faultOf = (file: object, by = key) => evidenceFault(JSON.stringify(file), by);
const [one, two, three] = made.entries as [
  Evidence['entries'][0],
  Evidence['entries'][0],
  Evidence['entries'][0],
];

describe('a file of evidence', () => {
  it('holds as it was signed, in whatever way its JSON is spelled', () => {
    expect(faultOf(made)).toBeUndefined();
    expect(evidenceFault(JSON.stringify(made, null, 2), key)).toBeUndefined();
    const turned = Object.fromEntries(Object.entries(made).toReversed());
    expect(faultOf(turned)).toBeUndefined();
  });

  it.each<[string, object, object]>([
    [
      'a changed sum',
      { ...made, entries: [one, { ...two, data: { ...two.data, amount: '3000.01' } }, three] },
      { cause: 'changed', entry: 2 },
    ],
    [
      'a changed time',
      { ...made, entries: [one, two, { ...three, at: '2026-11-23T08:03:00.000Z' }] },
      { cause: 'changed', entry: 3 },
    ],
    [
      'a word put in beside a line',
      { ...made, entries: [one, { ...two, note: 'x' }, three] },
      { cause: 'changed', entry: 2 },
    ],
    ['a word put in at the head', { ...made, note: 'x' }, { cause: 'changed', entry: 1 }],
    ['another order', { ...made, serialNo: 'HF-2' }, { cause: 'changed', entry: 1 }],
    ['a dropped line', { ...made, entries: [one, three] }, { cause: 'missing', entry: 2 }],
    ['a dropped last line', { ...made, entries: [one, two] }, { cause: 'missing', entry: 3 }],
    [
      'a dropped last line that is not counted',
      { ...made, count: 2, entries: [one, two] },
      { cause: 'changed', entry: 1 },
    ],
    ['two lines that changed places', { ...made, entries: [one, three, two] }, { cause: 'moved', entry: 2 }],
    [
      'a line put in',
      { ...made, entries: [...made.entries, { ...three, number: 4 }] },
      { cause: 'surplus', entry: 4 },
    ],
    [
      'another signature',
      { ...made, signature: Buffer.alloc(64).toString('base64') },
      { cause: 'signature' },
    ],
    ['something else', { hello: 1 }, { cause: 'no-evidence' }],
  ])('does not hold with %s', (_, file, fault) => expect(faultOf(file)).toEqual(fault));

  it('does not hold with any byte of its lines changed', () => {
    const text = JSON.stringify(made);
    const from = text.indexOf('"entries"');
    for (let at = from; at < text.length; at += 7) {
      const changed = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
      expect(evidenceFault(changed, key), changed).toBeDefined();
    }
  });

  it('of a forger, whole and linked anew, is not signed by the key', () => {
    const forged = sealEvidence(Buffer.alloc(32, 8), { ...made, facts });
    expect(faultOf(forged)).toEqual({ cause: 'signature' });
  });
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const command = new URL('../../verify-evidence.ts', import.meta.url).pathname;

  it('needs the file and the key alone, and says what is wrong', () => {
    const pem = put('key.pem', key);
    const good = put('good.json', JSON.stringify(made));
    expect(execFileSync(process.execPath, [command, good, pem]).toString()).toContain('as it was signed');
    const bad = put('bad.json', JSON.stringify({ ...made, entries: [one, three] }));
    const { status, stdout } = spawnSync(process.execPath, [command, bad, pem]);
    expect([status, stdout.toString()]).toEqual([1, 'Line 2 is missing.\n']);
  });
});
