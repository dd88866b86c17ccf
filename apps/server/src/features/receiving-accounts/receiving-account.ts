import type { BankCard } from '@holdfast/contract/calls';
import type { CardRefusal } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';

/** What every account that a member is paid on has, whatever kind it is of: as its current version says it, or as an earlier one did. */
export interface ReceivingAccount {
  /** Of all its versions; listings name it. */
  readonly id: string;
  /** Of this version, which no change touches; orders name it. */
  readonly versionId: string;
  readonly memberId: MemberId;
  readonly holderName: string;
  readonly status: BankCard['status'];
  /** Why a reviewer refused it. */
  readonly refusal: CardRefusal | null;
  readonly addedAt: Date;
  readonly version: number;
  /** When this version was made: what waits for a review waits since then. */
  readonly madeAt: Date;
}

/** What one kind of account has besides: where the money goes. */
export type OwnPart<A extends ReceivingAccount> = Omit<A, keyof ReceivingAccount>;

/** The account that an approved one claims, as far as others need to know. */
export type Claim<A extends ReceivingAccount> = Pick<A, 'id' | 'memberId'>;
