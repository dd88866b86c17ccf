import { markWordEnds } from '@holdfast/client/line-ends';
import type { Plugin } from 'vite';

/** Where texts for the screen stand, and nothing that is compared with what a server sent. */
const TEXTS =
  /\.words\.ts$|\/generated\/simplified-texts\.ts$|\/contract\/src\/(?:errors|orders\/notice-texts|notifications\/account-notices|rules\/bank-card)\.ts$/;

/** Marks in the texts of the app where a line may end. */
export function lineEnds(): Plugin {
  return {
    name: 'holdfast:line-ends',
    enforce: 'pre',
    transform: {
      filter: { id: TEXTS },
      handler: (code) => ({ code: markWordEnds(code), map: null }),
    },
  };
}
