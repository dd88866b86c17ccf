import { expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import { isResidentCertificate, residentCertificateClauses } from './resident-certificate.ts';

it.each(['A800000014', 'AC01234567', 'FA12345689'])('accepts %s', (number) =>
  expect(failedClauses(residentCertificateClauses(number))).toEqual([]),
);

it.each(Array.from('89ABCD'))('accepts exactly one check digit after A%s1234567', (second) => {
  const numbers = Array.from({ length: 10 }, (_, digit) => `A${second}1234567${digit}`);
  expect(numbers.filter(isResidentCertificate)).toHaveLength(1);
});

it.each([
  ['', ['length', 'letter', 'sex', 'digits', 'checksum']],
  ['A123456789', ['sex', 'checksum']],
  ['AE01234567', ['sex', 'checksum']],
  ['a800000014', ['letter', 'checksum']],
  ['A80000001', ['length', 'checksum']],
  ['A800000015', ['checksum']],
  ['AC0123456X', ['digits', 'checksum']],
  ['A80000001\n', ['digits', 'checksum']],
])('refuses %j for %j', (number, failed) =>
  expect(failedClauses(residentCertificateClauses(number))).toEqual(failed),
);
