import type { Attention, Sound } from '#platform/attention/port.ts';

export interface FakeAttention {
  readonly attention: Attention;
  /** What was heard since, and the number on the app's icon. */
  readonly drawn: { readonly sounds: Sound[]; badge: number };
}

/** A device whose sounds and whose icon are looked at by a test. */
export function fakeAttention(): FakeAttention {
  const drawn: FakeAttention['drawn'] = { sounds: [], badge: 0 };
  return {
    drawn,
    attention: {
      play: async (sound) => void drawn.sounds.push(sound),
      badge: (count) => {
        drawn.badge = count;
      },
    },
  };
}
