// Each build keeps its files in a cache of its own, for as long as a tab of it is open: such a tab goes on with the code that it began with.

const PREFIX = 'build-';

export const cacheOf = (build: string): string => `${PREFIX}${build}`;

/** A file by its address, whichever build it belongs to: files with a hash in their name are the same in all. */
export async function findInAnyBuild(request: Request): Promise<Response | undefined> {
  return caches.match(request);
}
