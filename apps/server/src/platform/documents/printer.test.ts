import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { attachmentOf, documentFault } from '@holdfast/documents';
import { expect, it, onTestFinished } from 'vitest';
import { publicKeyOf } from '#platform/evidence/evidence.ts';
import { createPrinter } from './printer.ts';

const seed = randomBytes(32);
const madeAt = new Date('2026-11-24T04:00:00Z');
const document = (name: string) => ({
  title: `證據 ${name}`,
  subtitle: '',
  sections: [],
  footer: '',
  madeAt,
  attachment: { fileName: 'a.json', mediaType: 'application/json', text: name, description: '' },
});

it('prints in a thread, one after the other, what the key of evidence proves', async () => {
  const printer = createPrinter(seed);
  onTestFinished(() => printer.close());
  const printed = await Promise.all(['甲', '乙'].map((name) => printer.print(document(name), name)));
  for (const pdf of printed) expect(await documentFault(pdf, publicKeyOf(seed))).toBeUndefined();
  expect(printed.map((pdf) => attachmentOf(pdf))).toEqual(['甲', '乙']);
});

it('refuses more than it can print in a minute', async () => {
  const printer = createPrinter(seed);
  onTestFinished(() => printer.close());
  // Those that it takes would be printed for half a minute; what it refuses it refuses at once.
  const refused: string[] = [];
  for (let n = 0; n < 40; n += 1)
    printer.print(document('丙'), 'one member').catch((error: { code: string }) => refused.push(error.code));
  await setImmediate();
  expect(refused).toEqual(Array(9).fill('OVERLOADED'));
});
