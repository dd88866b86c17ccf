import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { findApprovedSelfie } from './application.store.ts';

const FRESH_HOURS = 72;

/** A selfie that the member has taken anew, approved beside the identity that the account had been approved with before. */
export const findFreshSelfie = (tx: Tx, memberId: MemberId) => findApprovedSelfie(tx, memberId, FRESH_HOURS);
