import { expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import {
  identityClauses,
  identityNumberProblem,
  maskIdentityNumber,
  normalizeIdentity,
  type IdentityDetails,
} from './identity.ts';

const TODAY = '2026-11-22';
const details = (change: Partial<IdentityDetails> = {}): IdentityDetails => ({
  document: 'national-id',
  realName: '林予安',
  number: 'A123456789',
  bornOn: '1990-02-28',
  ...change,
});
const failed = (change: Partial<IdentityDetails>) => failedClauses(identityClauses(details(change), TODAY));

it.each<[string, Partial<IdentityDetails>]>([
  ['a Taiwan ID', {}],
  ['what a Chinese keyboard types', { number: ' ａ１２３４５６７８９ ' }],
  [
    'a resident certificate',
    { document: 'resident-certificate', number: 'A800000014', realName: 'Maria Cruz' },
  ],
  ['somebody who turns 18 today', { bornOn: '2008-11-22' }],
])('accepts %s', (_, change) => expect(failed(change)).toEqual([]));

it.each<[string, Partial<IdentityDetails>, string[]]>([
  ['no name', { realName: '  ' }, ['name']],
  ['a name of two scripts', { realName: '林Lin' }, ['name']],
  ['the number of the other document', { document: 'resident-certificate' }, ['number']],
  ['a number with a wrong check digit', { number: 'A123456788' }, ['number']],
  ['somebody who turns 18 tomorrow', { bornOn: '2008-11-23' }, ['age']],
  ['a birthday to come', { bornOn: '2027-01-01' }, ['date', 'age']],
  ['a day that is in no calendar', { bornOn: '1990-02-29' }, ['date', 'age']],
  ['somebody older than anybody', { bornOn: '1899-12-31' }, ['date']],
])('refuses %s', (_, change, clauses) => expect(failed(change)).toEqual(clauses));

it.each<[string, Partial<IdentityDetails>, string | undefined]>([
  ['a number that is right', {}, undefined],
  ['nothing but spaces', { number: '  ' }, 'empty'],
  ['nine of ten characters', { number: 'A12345678' }, 'length'],
  ['a digit in the place of the letter', { number: '1123456789' }, 'shape'],
  ['a wrong check digit', { number: 'A123456788' }, 'checksum'],
  ['the number of a resident certificate', { number: 'A800000014' }, 'otherDocument'],
  ['the number of an ID card', { document: 'resident-certificate', number: 'A123456789' }, 'otherDocument'],
])('says of %s what is wrong with it', (_, change, problem) =>
  expect(identityNumberProblem(details(change))).toBe(problem),
);

it('keeps a number in capitals and a name with single spaces', () => {
  expect(normalizeIdentity(details({ number: 'a1234-56789', realName: ' Maria  Cruz ' }))).toMatchObject({
    number: 'A123456789',
    realName: 'Maria Cruz',
  });
});

it('shows the first letter and the last three digits of a number', () => {
  expect(maskIdentityNumber('A123456789')).toBe('A******789');
});
