import type { Attack } from './attack.ts';
import { trySql } from './sql.ts';

const posted = (source: string, reference: string) =>
  `select ledger.post(array['${source}', 'member/666/available/TWD/0'], array[null, 666]::bigint[], array['${reference}'],
    array['issue'], array['TWD'], '{1,1}', '{1,2}', '{-1000000,1000000}')`;

/** The same with an entry, and all that belongs to it, numbered 0: what looks for an approved request began at 1. */
const postedAsZero = `select ledger.post(array['platform/-/issuance/TWD/0', 'member/666/available/TWD/0'], array[null, 666]::bigint[],
    '[0:0]={issue:attack-8}', '[0:0]={issue}', '[0:0]={TWD}', '{0,0}', '{1,2}', '{-1000000,1000000}')`;

/** Anybody on the application's connection could post from an account that may owe: coin for themselves, out of nothing. */
export const attack: Attack = {
  name: 'issue coin to oneself, without an operator',
  run: ({ appUrl }) =>
    trySql(appUrl, {
      'coin out of issuance': posted('platform/-/issuance/TWD/0', 'issue:attack-1'),
      'coin out of suspense': posted('platform/-/suspense/TWD/0', 'issue:attack-2'),
      'coin out of the bank': posted('platform/-/bank_clearing/TWD/0', 'issue:attack-3'),
      'coin out of collected fees': posted('platform/-/fee/TWD/3', 'issue:attack-4'),
      'coin out of a partner': posted('partner/north/partner_clearing/TWD/0', 'issue:attack-5'),
      'coin by an entry that is numbered 0': postedAsZero,
      'an approval of its own': `insert into ledger.request (reference, kind, coin, account_keys, amounts, reason, requested_by, decision, decided_by, decided_at)
        values ('issue:attack-6', 'issue', 'TWD', '{a,b}', '{-1,1}', 'x', 1, 'approved', 2, now())`,
      'a request without an operator': `select operator.request_posting('\\x00', 'issue:attack-7', 'issue', 'TWD', '{a,b}', '{-1,1}', 'x')`,
      'an operator of its own': `insert into operator.operator (email, name, role) values ('a@attack.example', 'a', 'treasury')`,
    }),
};
