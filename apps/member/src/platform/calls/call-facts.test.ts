import { callOf, type BuiltPath } from '@holdfast/contract';
import { describe, expect, test } from 'vitest';
import { CALL_FACTS } from './call-facts.ts';

describe('what the client knows of a call', () => {
  test.each(Object.entries(CALL_FACTS))('%s is what the registry says', (path, facts) => {
    const { method, kind, who } = callOf(path as BuiltPath);
    expect(facts).toEqual({
      endpoint: method === 'GET' ? '/proxyget' : '/proxypost',
      isCommand: kind === 'write',
      isForAnyone: who.includes('anyone'),
    });
  });
});
