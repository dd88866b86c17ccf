import { expect, it } from 'vitest';
import { holdsDigits } from './holds-digits.ts';

it.each([
  '{"code":"918273"}',
  'your code is 918273.',
  'code918273',
  '(7,918273,2026-11-21 10:00:00.123456+00)',
  'member 42 typed 918273',
])('finds digits that somebody wrote: %s', (text) => expect(holdsDigits(text, '918273')).toBe(true));

it.each([
  '2026-11-21 10:00:00.918273+00',
  '"responseTime":12.91827300',
  '"time":1795918273123',
  String.raw`\x00918273aabbccddeeff`,
  '0a918273-1111-4222-8333-444455556666',
])('takes no chance for them: %s', (text) => expect(holdsDigits(text, '918273')).toBe(false));
