import type { OwnBankCard, OwnPayAccount } from '@holdfast/contract/calls';

/** Where a member may be paid: a bank card, or an account at a pay app. */
export type Place = Pick<OwnBankCard | OwnPayAccount, 'id' | 'status' | 'coolingUntil'>;

/** The places that a listing or an order may name: none that nobody has approved, and none that was added during a cool-down which still runs. */
export const usablePlaces = <P extends Place>(places: readonly P[]): P[] =>
  places.filter(({ status, coolingUntil }) => status === 'Approved' && coolingUntil === null);

/** Those that only wait for the end of a cool-down. */
export const coolingPlaces = <P extends Place>(places: readonly P[]): P[] =>
  places.filter(({ status, coolingUntil }) => status === 'Approved' && coolingUntil !== null);
