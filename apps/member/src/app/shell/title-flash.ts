/** Long enough to be read in a row of tabs, short enough to be seen to change. */
const TURN_MS = 1500;

interface TitleFlash {
  start: (text: string) => void;
  stop: () => void;
}

/**
 * Says in the name of the tab that there is news, by turns with its own name; to whoever wants no motion, it says it once. The name that the page
 * has given itself meanwhile stays underneath.
 */
export function createTitleFlash(page: Pick<Document, 'title'> = document): TitleFlash {
  let timer: ReturnType<typeof setInterval> | undefined;
  let own: string | undefined;
  let said = '';
  const turn = () => {
    const isSaid = page.title === said;
    if (!isSaid) own = page.title;
    page.title = isSaid && own !== undefined ? own : said;
  };
  return {
    start(text) {
      if (own !== undefined) return;
      said = text;
      turn();
      const isCalm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
      if (!isCalm) timer = setInterval(turn, TURN_MS);
    },
    stop() {
      clearInterval(timer);
      if (own !== undefined && page.title === said) page.title = own;
      own = undefined;
    },
  };
}
