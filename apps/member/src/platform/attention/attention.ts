/** How this device draws attention beside the screen. Each does nothing where the device has none of it. */

/** What a short sound says: something waits for the member, or there is something to know. */
export type Sound = 'needs-you' | 'told';

/** The notes of each sound in Hz, one after another: rising asks for something. */
const NOTES: Readonly<Record<Sound, readonly number[]>> = { 'needs-you': [660, 880], told: [520] };
const NOTE_S = 0.16;
/** Heard in a quiet room, and beside no music. */
const LOUDNESS = 0.12;
/** A device that has to wake its speaker is given so long; a sound that comes later belongs to nothing any more. */
const WAKE_MS = 500;
/** So long another tab keeps silent. */
const ONE_TAB_MS = 1500;

let audio: AudioContext | undefined;

async function awake(): Promise<AudioContext | undefined> {
  if (!('AudioContext' in globalThis)) return undefined;
  audio ??= new AudioContext();
  // It may stay asleep for as long as nobody touches the page: its promise says nothing until then.
  if (audio.state === 'suspended')
    await Promise.race([
      audio.resume().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, WAKE_MS)),
    ]);
  return audio.state === 'running' ? audio : undefined;
}

/** Sine waves that swell and fade: a tone that is cut off clicks. */
function sound(context: AudioContext, notes: readonly number[]): void {
  for (const [index, frequency] of notes.entries()) {
    const start = context.currentTime + index * NOTE_S;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S);
    gain.connect(context.destination);
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    oscillator.connect(gain);
    oscillator.start(start);
    oscillator.stop(start + NOTE_S);
  }
}

/** Two windows side by side both see a message: the one that gets the Web Lock tells of it. */
async function inOneTab(act: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act();
  await navigator.locks.request('sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await act();
    await new Promise((resolve) => setTimeout(resolve, ONE_TAB_MS));
  });
}

/** Plays it now or not at all: browsers keep a page silent until somebody has touched it. Of several tabs one plays. */
export const play = (which: Sound): Promise<void> =>
  inOneTab(async () => {
    const context = await awake();
    if (context) sound(context, NOTES[which]);
  });

/** How many messages wait, on the icon of the installed app; 0 takes it away. */
export function badge(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {}); // not installed
}
