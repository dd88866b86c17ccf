import type * as z from 'zod/mini';
import type { Call, CallSchemas } from './call.ts';
import { memberAdministrationCalls, sortCodeCalls } from './calls/administration.ts';
import { appVersionCalls } from './calls/app-version.ts';
import { contactCalls } from './calls/contact.ts';
import { bankCardCalls, thirdPartyPaymentCalls } from './calls/bank-cards.ts';
import { listingCalls } from './calls/listings.ts';
import { memberProfileCalls, realNameCalls, uploadCalls } from './calls/member-profile.ts';
import { notificationCalls } from './calls/notifications.ts';
import { orderCalls } from './calls/orders.ts';
import { depositCalls, partnerBindingCalls } from './calls/partners.ts';
import { passwordCalls } from './calls/passwords.ts';
import { securityQuestionCalls } from './calls/security-questions.ts';
import { securityCalls } from './calls/security.ts';
import { signInCalls } from './calls/sign-in.ts';
import { walletCalls } from './calls/wallet.ts';

/** Every call of the product, by its B_URL. The only list: routes, guards, clients, tests and docs read this one. */
export const registry = {
  ...signInCalls,
  ...passwordCalls,
  ...memberProfileCalls,
  ...realNameCalls,
  ...uploadCalls,
  ...bankCardCalls,
  ...thirdPartyPaymentCalls,
  ...partnerBindingCalls,
  ...depositCalls,
  ...memberAdministrationCalls,
  ...sortCodeCalls,
  ...securityQuestionCalls,
  ...contactCalls,
  ...securityCalls,
  ...walletCalls,
  ...orderCalls,
  ...listingCalls,
  ...notificationCalls,
  ...appVersionCalls,
} as const satisfies Record<string, Call>;

export type Registry = typeof registry;
export type CallPath = keyof Registry;

/** The calls that are built: those with schemas. */
export type BuiltPath = {
  [P in CallPath]: Registry[P] extends { schemas: CallSchemas } ? P : never;
}[CallPath];

type SchemasOf<P extends BuiltPath> = Registry[P] extends { schemas: infer S extends CallSchemas }
  ? S
  : never;
/** What a client hands in: texts, or what becomes JSON text inside one value. */
export type CallInput<P extends BuiltPath> = z.output<SchemasOf<P>['input']>;
export type CallOutput<P extends BuiltPath> = z.output<SchemasOf<P>['output']>;

/** The names in braces of a path: `'/bank/list/{account}'` has `account`. */
export type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

export function callOf(path: CallPath): Call {
  return registry[path];
}
