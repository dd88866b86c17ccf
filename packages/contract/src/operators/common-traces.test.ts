import { describe, expect, it } from 'vitest';
import { COMMON_TRACES, TRACE_OF, tracesOf, type Compared, type CommonTrace } from './common-traces.ts';

describe('what two parties have in common', () => {
  it.each<[readonly Compared[], readonly CommonTrace[]]>([
    [[], []],
    [['install'], ['device']],
    [['bankAccount'], ['account']],
    [['payAccount'], ['account']],
    [['bankAccount', 'payAccount'], ['account']],
    [['mobile'], ['contact']],
    [['mail', 'mobile'], ['contact']],
    [
      ['mail', 'payAccount', 'install'],
      ['device', 'account', 'contact'],
    ],
    [['network'], []],
    [['network', 'place', 'realName'], []],
    [['network', 'mail'], ['contact']],
  ])('%j flags %j', (inCommon, traces) => expect(tracesOf(inCommon)).toEqual(traces));

  it('is never a network or a place, and each trace has something that it is found by', () => {
    expect([TRACE_OF.network, TRACE_OF.place, TRACE_OF.realName]).toEqual([null, null, null]);
    expect(new Set(Object.values(TRACE_OF).filter((trace) => trace !== null))).toEqual(
      new Set(COMMON_TRACES),
    );
  });
});
