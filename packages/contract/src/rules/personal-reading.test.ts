import { describe, expect, it } from 'vitest';
import { mayDo, OPERATOR_ROLES } from '../operators/permissions.ts';
import { personalReadings } from './personal-reading.ts';

const kindsOf = (text: string) => personalReadings(text).map(({ kind, value }) => [kind, value]);

describe('a text that somebody looks for', () => {
  it.each([
    [
      '0912 345-678',
      [
        ['mobile', '+886912345678'],
        ['accountNumber', '0912345678'],
      ],
    ],
    ['+886912345678', [['mobile', '+886912345678']]],
    [' Amber.Lin@Mail.example', [['mail', 'amber.lin@mail.example']]],
    ['a123456789', [['identityNumber', 'A123456789']]],
    ['Ａ１２３４５６７８９', [['identityNumber', 'A123456789']]],
    ['FC12345678', [['identityNumber', 'FC12345678']]],
    ['0123-4567-8901-2', [['accountNumber', '0123456789012']]],
    ['林小安', [['realName', '林小安']]],
  ])('%s reads as %o', (text, readings) => {
    expect(kindsOf(text)).toEqual(readings);
  });

  it.each(['amberlin88', 'zpage', '林', '<b>', '%', "' or 1=1", ''])(
    '%s reads as nothing personal',
    (text) => {
      expect(personalReadings(text)).toEqual([]);
    },
  );

  it.each(['0912345678', 'amber.lin@mail.example', 'A123456789', '01234567890123', '林小安'])(
    'is not in what the log shows of %s',
    (text) => {
      for (const { value, masked } of personalReadings(text)) expect(masked).not.toContain(value);
    },
  );

  it('is looked for by nobody who may not see personal data', () => {
    for (const role of OPERATOR_ROLES.filter((one) => mayDo(one, 'members.list')))
      expect([role, mayDo(role, 'members.reveal')]).toEqual([role, true]);
  });
});
