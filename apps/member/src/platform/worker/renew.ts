/** A browser whose storage hangs must not keep anybody from an update. */
const WITHIN_MS = 3000;

async function forgetFiles(): Promise<void> {
  const [registrations, names] = await Promise.all([
    navigator.serviceWorker.getRegistrations(),
    caches.keys(),
  ]);
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...names.map((name) => caches.delete(name)),
  ]);
}

/** Starts anew with what the server has, and nothing that this device has kept: for a build that may not go on. */
export async function renewApp(): Promise<void> {
  const late = new Promise<void>((done) => {
    setTimeout(done, WITHIN_MS);
  });
  // No workers here: then nothing is kept either.
  if ('serviceWorker' in navigator) await Promise.race([forgetFiles().catch(() => {}), late]);
  globalThis.location.reload();
}
