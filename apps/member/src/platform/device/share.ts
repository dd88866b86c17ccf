/** The device's own way of giving something to another app or person, where it has one. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Whoever closes it without choosing has not failed at anything, and where it fails the link can still be copied. */
export async function share(what: { readonly title: string; readonly url: string }): Promise<void> {
  await navigator.share(what).catch(() => {});
}
