import { expect } from 'vitest';
import { FormDrafts } from '#state/drafts/form-drafts.ts';
import type { FakeServices } from './fake-services.ts';

/** Sealing and opening are not done at once; whoever finds nothing asks again. */
const OPENED_MS = 500;

/** What a page would find of this form after a reload. */
async function keptOf(services: FakeServices, form: string): Promise<unknown> {
  const drafts = new FormDrafts(services);
  await new Promise<void>((resolve) => {
    drafts.subscribe(resolve);
    setTimeout(resolve, OPENED_MS);
  });
  return drafts.read(form);
}

/** Waits until the tab keeps this of a form: a reload before that would be another test. */
export async function untilKept(services: FakeServices, form: string, value: unknown): Promise<void> {
  await expect.poll(() => keptOf(services, form)).toEqual(value);
}
