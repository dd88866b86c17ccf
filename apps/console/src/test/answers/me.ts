import type { CallOutput } from '@holdfast/contract/calls';
import type { OperatorRole } from '@holdfast/contract/operators';
import { ago, ahead, DAY, HOUR, MINUTE } from '../fake-times.ts';

/** Whoever is signed in. */
export const me = (role: OperatorRole): CallOutput<'/operator/me'> => ({
  email: 'rui@operators.example',
  name: '林瑞',
  role,
  endsAt: ahead(14 * MINUTE),
  signedInAt: ago(2 * HOUR),
  lastSignIn: { at: ago(DAY), place: '台北', network: '203.0.113.0/24' },
  recoveryCodesLeft: 8,
  openRequests: 2,
  recovered: [],
});
