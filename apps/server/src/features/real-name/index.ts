/** Real-name verification. The approved name of a member is `realNameOf` of member-profile. */
export { deleteOldPictures } from './delete-pictures.ts';
export { findFreshSelfie } from './fresh-selfie.ts';
export { identityReviews } from './review-queue.ts';
export { realNameCalls } from './real-name.calls.ts';
export { findMembersByNumber } from './application.store.ts';
