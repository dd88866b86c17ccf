import type { ReviewKindName } from '@holdfast/contract/operators';
import type { TestClient } from './test-client.ts';

/** Claims an item as a reviewer does before anything else, with a reason where it is asked for; the outcome. */
export async function claimReview(by: TestClient, kind: ReviewKindName, id: string): Promise<string> {
  const claim = async (reason: object = {}) =>
    (await by.send('/operator/review/claim/{id}', { kind, ...reason }, { id })).outcome;
  const outcome = await claim();
  return outcome === 'PARAMETERS_INVALID' ? claim({ reason: 'looking at it again' }) : outcome;
}
