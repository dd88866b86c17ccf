/**
 * The first paint: what the build has rendered of the app (`app/first-paint/render.tsx`) and the page shows before any code has come
 * (`show.ts` there). React takes the sign-in page over as it stands; the frame of a member's screens is replaced by the real one.
 */
export type StaticPage = 'login' | 'frame';

/** On the root while it shows a static page, with the page's name. */
const PAGE = 'data-static';
/** On what was pressed meanwhile. */
const PRESSED = 'data-pressed';

export const staticPageOf = (root: HTMLElement): string | null => root.getAttribute(PAGE);

/** True in the build that renders the page, and until React has hydrated it. */
export const isInStaticPage = (): boolean =>
  globalThis.document === undefined || document.querySelector(`[${PAGE}]`) !== null;

/** Puts a static page on the screen. */
export function showStaticPage(root: HTMLElement, page: StaticPage, content: DocumentFragment): void {
  root.replaceChildren(content);
  root.setAttribute(PAGE, page);
  if (page === 'login') keepPresses(root);
}

/** What is pressed waits for the app, instead of being lost or, as a link, loading the page anew. The last press counts. */
function keepPresses(root: HTMLElement): void {
  const keep = (event: Event) => {
    if (!root.hasAttribute(PAGE)) return;
    const pressed = (event.target as Element).closest('a, button, label, form');
    const isPlain = !(event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey));
    if (!pressed || !isPlain) return;
    event.preventDefault();
    root.querySelector(`[${PRESSED}]`)?.removeAttribute(PRESSED);
    pressed.setAttribute(PRESSED, '');
  };
  root.addEventListener('click', keep, true);
  root.addEventListener('submit', keep, true);
}

/** What was typed into a field of the static page; empty in the build, and once the app has taken the page over. */
export function typedEarly(name: string): string {
  return globalThis.document?.querySelector<HTMLInputElement>(`[${PAGE}] input[name="${name}"]`)?.value ?? '';
}

/** The app is about to put its own page in the place of this one. */
export const dropStaticPage = (root: HTMLElement): void => root.removeAttribute(PAGE);

/** The app has taken the page over. What was pressed last is pressed now. */
export function endStaticPage(root: HTMLElement): void {
  if (!root.hasAttribute(PAGE)) return;
  dropStaticPage(root);
  const pressed = root.querySelector<HTMLElement>(`[${PRESSED}]`);
  pressed?.removeAttribute(PRESSED);
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed?.click();
}
