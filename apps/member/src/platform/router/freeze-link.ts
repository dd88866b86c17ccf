/**
 * The link of a security message: `/login#freeze=<token>`. Its token freezes an account, and it comes in the fragment, which a browser sends
 * to nobody. It must not stay in the address, where the next person would find it, nor in the history.
 */
const FRAGMENT = /^#freeze=(.*)$/s;

type Browser = Pick<Window, 'location' | 'history' | 'addEventListener'>;

/** What the address says behind `#freeze=`, taken out of the address and of this entry of the history. Undefined: it is no such link. */
export function takeFreezeLink({ location, history }: Browser): string | undefined {
  const [, link] = FRAGMENT.exec(location.hash) ?? [];
  if (link !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return link;
}

/** Hears of such links that are opened while the app runs in this tab: the browser then changes the fragment and loads nothing. */
export function followFreezeLinks(browser: Browser, onLink: (link: string) => void): void {
  browser.addEventListener('hashchange', () => {
    const link = takeFreezeLink(browser);
    if (link !== undefined) onLink(link);
  });
}
