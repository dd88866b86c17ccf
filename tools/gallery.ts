// `npm run gallery [-- <screen> ...]`: pictures of the screens of both apps. Those of the console begin with `console`; that word alone
// means all of them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const names = process.argv.slice(2);
const isConsole = (name: string): boolean => name.startsWith('console');

const wanted = [
  { app: 'member', names: names.filter((name) => !isConsole(name)) },
  { app: 'console', names: names.filter(isConsole) },
].filter((one) => names.length === 0 || one.names.length > 0);

for (const { app, names: chosen } of wanted) {
  const screens = chosen.includes('console') ? [] : chosen;
  const gallery = join(ROOT, 'apps', app, 'gallery', 'gallery.ts');
  const { status } = spawnSync(process.execPath, [gallery, ...screens], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
