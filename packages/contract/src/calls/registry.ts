import type * as z from 'zod/mini';
import type { Call, CallSchemas } from './call.ts';
import { appVersionCalls } from './app-version.ts';
import { bankCardCalls } from './bank-cards.ts';
import { broadcastCalls } from './broadcasts.ts';
import { caseCalls } from './cases.ts';
import { flagCalls } from './flags.ts';
import { replyTemplateCalls } from './reply-templates.ts';
import { contactChangeCalls } from './contact-change.ts';
import { dashboardCalls } from './dashboard.ts';
import { deliveryCalls } from './deliveries.ts';
import { depositCalls } from './deposits.ts';
import { listingCalls } from './listings.ts';
import { listingLinkCalls } from './listing-links.ts';
import { ratingCalls } from './ratings.ts';
import { remarkCalls } from './remarks.ts';
import { relationCalls } from './relations.ts';
import { maintenanceCalls } from './maintenance.ts';
import { memberAdministrationCalls } from './member-administration.ts';
import { memberProfileCalls } from './member-profile.ts';
import { notificationCalls } from './notifications.ts';
import { oneTimeCodeCalls } from './one-time-code.ts';
import { operatorCalls } from './operators.ts';
import { orderThreadCalls } from './order-thread.ts';
import { orderRulingCalls } from './order-ruling.ts';
import { orderSplitCalls } from './order-split.ts';
import { orderCalls } from './orders.ts';
import { partnerBindingCalls } from './partner-binding.ts';
import { passwordCalls } from './passwords.ts';
import { pushCalls } from './push.ts';
import { realNameCalls } from './real-name.ts';
import { registrationCalls } from './registration.ts';
import { reviewCalls } from './reviews.ts';
import { securityCalls } from './security.ts';
import { securityQuestionCalls } from './security-questions.ts';
import { settingCalls } from './settings.ts';
import { signInCalls } from './sign-in.ts';
import { sortCodeCalls } from './sort-code.ts';
import { thirdPartyPaymentCalls } from './third-party-payment.ts';
import { transactionSecretCalls } from './transaction-secret.ts';
import { uploadCalls } from './uploads.ts';
import { walletCalls } from './wallet.ts';

/** Every call of the product, by its B_URL. The only list: routes, guards, clients, tests and docs read this one. */
export const registry = {
  ...signInCalls,
  ...registrationCalls,
  ...passwordCalls,
  ...transactionSecretCalls,
  ...memberProfileCalls,
  ...contactChangeCalls,
  ...oneTimeCodeCalls,
  ...securityQuestionCalls,
  ...securityCalls,
  ...realNameCalls,
  ...bankCardCalls,
  ...thirdPartyPaymentCalls,
  ...uploadCalls,
  ...partnerBindingCalls,
  ...depositCalls,
  ...memberAdministrationCalls,
  ...sortCodeCalls,
  ...walletCalls,
  ...deliveryCalls,
  ...broadcastCalls,
  ...orderCalls,
  ...orderRulingCalls,
  ...orderSplitCalls,
  ...orderThreadCalls,
  ...listingCalls,
  ...listingLinkCalls,
  ...relationCalls,
  ...remarkCalls,
  ...ratingCalls,
  ...notificationCalls,
  ...pushCalls,
  ...appVersionCalls,
  ...operatorCalls,
  ...reviewCalls,
  ...caseCalls,
  ...flagCalls,
  ...replyTemplateCalls,
  ...dashboardCalls,
  ...maintenanceCalls,
  ...settingCalls,
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
