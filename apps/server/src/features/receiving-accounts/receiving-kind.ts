import type { ErrorName } from '@holdfast/contract/errors';
import type { AuditAction, AuditDetail, ReviewKindName } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { AccountStore, NewAccount } from './account-versions.store.ts';
import type { ReceivingAccount } from './receiving-account.ts';

/** The refusals of a kind: the catalogue has a text of its own for each. */
interface KindErrors {
  readonly notFound: Extract<ErrorName, 'BANK_CARD_NOT_FOUND' | 'PAY_ACCOUNT_NOT_FOUND'>;
  readonly duplicate: Extract<ErrorName, 'BANK_CARD_DUPLICATE' | 'PAY_ACCOUNT_DUPLICATE'>;
  readonly changed: Extract<ErrorName, 'BANK_CARD_CHANGED' | 'PAY_ACCOUNT_CHANGED'>;
  readonly holderDiffers: Extract<ErrorName, 'BANK_CARD_HOLDER_DIFFERS' | 'PAY_ACCOUNT_HOLDER_DIFFERS'>;
  readonly claimed: Extract<ErrorName, 'BANK_CARD_CLAIMED' | 'PAY_ACCOUNT_CLAIMED'>;
  readonly notApproved: Extract<ErrorName, 'BANK_CARD_NOT_APPROVED' | 'PAY_ACCOUNT_NOT_APPROVED'>;
  readonly cooling: Extract<ErrorName, 'BANK_CARD_COOLING' | 'PAY_ACCOUNT_COOLING'>;
  readonly inUse: Extract<ErrorName, 'BANK_CARD_IN_USE' | 'PAY_ACCOUNT_IN_USE'>;
}

/**
 * One kind of account that members are paid on. How it is added, shown and told of is its slice's; that it has versions, who claims it, and how it is
 * reviewed, renamed and removed are the same for every kind and are done here.
 */
export interface ReceivingKind<A extends ReceivingAccount> {
  readonly review: ReviewKindName;
  readonly store: Pick<
    AccountStore<A>,
    | 'keyOf'
    | 'list'
    | 'find'
    | 'selectForUpdate'
    | 'hold'
    | 'listVersionIds'
    | 'takeAdvisory'
    | 'findClaim'
    | 'listClaims'
    | 'selectClaimForUpdate'
    | 'listAlsoWaiting'
    | 'findAlsoWaitedFor'
    | 'listByStatus'
    | 'listQueued'
    | 'countWaiting'
  > & {
    readonly change: (tx: Tx, account: A, next: NewAccount<A>) => Promise<A | undefined>;
    readonly remove: (tx: Tx, account: A) => Promise<void>;
  };
  readonly errors: KindErrors;
  /** How the audit log calls what is done with it, and the account itself. */
  readonly audit: {
    readonly viewed: AuditAction;
    readonly reviewed: AuditAction;
    readonly name: AuditDetail;
  };
  readonly numberMasked: (account: A) => string;
  /** What the member is told of the account beside the outcome of its review. */
  readonly toldOf: (account: A) => Readonly<Record<string, string>>;
  /** Refuses an operator who may not approve this one. */
  readonly assertMayApprove?: (account: A, by: OperatorId) => void;
  /** Tells the member what has become of their accounts. */
  readonly tell: (
    tx: Tx,
    memberId: A['memberId'],
    extra: Readonly<Record<string, string | boolean>>,
  ) => Promise<void>;
}
