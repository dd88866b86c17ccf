import { areaOr } from '@holdfast/client/storage';
import { memberDataOf } from '#state/session/member-data.ts';
import { applySettings, createSettings } from '#state/settings/settings.ts';
import { showStaticPage, type StaticPage } from '#platform/first-paint/static-page.ts';

// Stands as a script in the page itself, behind the templates, and runs before the first paint. It decides by what this device keeps, as
// the app will: in which language and theme, and whether somebody is signed in. Meanwhile it fetches the code that the app asks for next.

/** Written by the build: the files behind the first screen, by its path, and those behind a language. */
declare const __FIRST_CODE__: Readonly<Record<string, readonly string[]>>;
const code = __FIRST_CODE__;

const { area } = areaOr(() => localStorage);
const settings = createSettings(area, navigator.languages).read();
applySettings(settings, document.documentElement);

const token = memberDataOf(area).read()?.login.access_token;
/** Under the PIN lock (the token's place is empty) nothing of the app is shown. */
const page: StaticPage | undefined = token === undefined ? 'login' : token === '' ? undefined : 'frame';

const { pathname } = location;
const path = page === 'login' ? '/login' : Object.hasOwn(code, pathname) ? pathname : '/home';
for (const file of [...(code[path] ?? []), ...(code[settings.language] ?? [])]) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

const root = document.querySelector<HTMLElement>('#root');
const template = document.querySelector<HTMLTemplateElement>(
  `template[data-page="${page}"][lang="${settings.language}"]`,
);
if (root && page && template) {
  showStaticPage(root, page, template.content);
  // The frame was rendered with the tab of Home as the present one.
  const [here, there] = [root.querySelector('[aria-current]'), root.querySelector(`nav a[href="${path}"]`)];
  if (here && there && here !== there) {
    [here.className, there.className] = [there.className, here.className];
    here.removeAttribute('aria-current');
    there.setAttribute('aria-current', 'page');
  }
}
