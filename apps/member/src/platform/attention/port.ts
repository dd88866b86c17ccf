/** What a short sound says: something waits for the member, or there is something to know. */
export type Sound = 'needs-you' | 'told';

/** How this device draws attention beside the screen. Each does nothing where the device has none of it. */
export interface Attention {
  /** Plays it now or not at all: browsers keep a page silent until somebody has touched it. Of several tabs one plays. */
  play: (sound: Sound) => Promise<void>;
  /** How many messages wait, on the icon of the installed app; 0 takes it away. */
  badge: (count: number) => void;
}
