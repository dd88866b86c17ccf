/** What a page and its service worker say to each other. A worker may be newer than the page: what stands here only grows. */

const PREFIX = 'build-';

/** Where the worker keeps the files of a build; also the Web Lock that every tab of that build holds, so that it keeps them. */
export const nameOf = (build: string): string => `${PREFIX}${build}`;
export const isOfBuild = (name: string): boolean => name.startsWith(PREFIX);

/** From a worker that has taken over, and to whoever asks it: which build it serves. */
export interface BuildMessage {
  readonly type: 'build';
  readonly build: string;
}
export const ASK_BUILD = 'ask-build';

export function isBuildMessage(data: unknown): data is BuildMessage {
  return typeof data === 'object' && data !== null && (data as Partial<BuildMessage>).type === 'build';
}
