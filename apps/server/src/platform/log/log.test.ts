import { registry, type Call } from '@holdfast/contract/calls';
import { secretFieldsOf } from '@holdfast/contract/wire';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(fields: object, text = 'event'): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(fields, text);
  expect(lines).toHaveLength(1);
  return lines.join('');
}

const markedSecret = Object.values<Call>(registry).flatMap(({ schemas }) =>
  schemas ? [schemas.input, schemas.output].flatMap(secretFieldsOf) : [],
);

it.each([
  ...new Set(markedSecret.filter((name) => name !== 'code')),
  'transpass',
  'access_token',
  'checksum',
  'accountNumber',
  'holderName',
  'payer',
  'reset_token',
])('redacts %s at any depth', (name) => {
  const line = logged({
    [name]: 'CANARY',
    input: { [name]: 'CANARY' },
    call: { input: { [name]: 'CANARY' } },
    a: { b: { c: { d: { [name]: 'CANARY' } } } },
    list: [{ [name]: 'CANARY' }],
    err: Object.assign(new Error('a fault'), { [name]: 'CANARY', data: { [name]: 'CANARY' } }),
  });
  expect(line).not.toContain('CANARY');
});

it('writes one line of JSON for any text', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('\r', '\n', '\u001B[31m', '\u2028', '\u2029', '"', '}', '\\', '{', '林'),
  });
  fc.assert(
    fc.property(nasty, (nick) => {
      const line = logged({ nick, order: { nick } });
      for (const character of '\r\n\u001B\u2028\u2029') expect(line.trimEnd()).not.toContain(character);
      expect(JSON.parse(line)).toMatchObject({ nick, order: { nick } });
    }),
  );
});

it.each([
  ['a field', { nick: 'x'.repeat(1_000_000) }],
  ['one that lies deeper', { call: { input: ['x'.repeat(1_000_000)] } }],
  ['one nested deeper than the limit', { a: { b: { c: { d: { e: { f: ['x'.repeat(1_000_000)] } } } } } }],
])('cuts a megabyte: %s', (_, fields) => expect(logged(fields).length).toBeLessThan(3000));

it('cuts the message of an error, and keeps its stack and code', () => {
  const error = Object.assign(new Error('x'.repeat(1_000_000)), { code: '42P01' });
  const line = logged({ err: error });
  expect(line.length).toBeLessThan(6000);
  expect(JSON.parse(line)).toMatchObject({
    err: { type: 'Error', code: '42P01', stack: expect.any(String) },
  });
});

it('logs where an error happened, and nothing of the row that it quotes', () => {
  const error = Object.assign(new Error('a unique index was broken'), {
    code: '23505',
    constraint: 'member_mobile',
    detail: 'Key (mobile)=(CANARY) already exists.',
    where: 'CANARY',
  });
  for (const fields of [{ err: error }, { call: { error } }, { err: new AggregateError([error], 'all') }]) {
    const line = logged(fields);
    expect(line).not.toContain('CANARY');
    expect(line).toContain('member_mobile');
  }
});
