import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(fields: object, text = 'event'): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(fields, text);
  expect(lines).toHaveLength(1);
  return lines.join('');
}

it.each([
  'password',
  'transpass',
  'access_token',
  'checksum',
  'accountNumber',
  'holderName',
  'payer',
  'otpTicket',
  'target',
])('never writes the value of %s, however deep it lies', (name) => {
  const line = logged({
    [name]: 'CANARY',
    input: { [name]: 'CANARY' },
    call: { input: { [name]: 'CANARY' } },
  });
  expect(line).not.toContain('CANARY');
});

it('keeps one line whatever the text holds', () => {
  const line = logged({ nick: 'a\r\nb\u001B[31m\u2028"}' });
  for (const character of '\r\n\u001B') expect(line.trimEnd()).not.toContain(character);
  expect(JSON.parse(line)).toMatchObject({ nick: 'a\r\nb\u001B[31m\u2028"}' });
});

it('cuts a field of a megabyte', () =>
  expect(logged({ nick: 'x'.repeat(1_000_000) }).length).toBeLessThan(3000));
