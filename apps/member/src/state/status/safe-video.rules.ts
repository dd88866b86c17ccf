import { safeLink } from './status.rules.ts';

/** The address of a video that the app may play: https, or a path of our own origin. */
export function safeVideo(address: string | undefined, origin: string): string | undefined {
  if (!address?.startsWith('/') || !URL.canParse(address, origin)) return safeLink(address);
  const video = new URL(address, origin);
  return video.origin === origin ? video.pathname : undefined;
}
