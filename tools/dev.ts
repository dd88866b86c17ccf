// `npm run dev`: the product on the same data as `npm start`, started again when a source changes. The app is built only
// when its own sources changed; the browser is reloaded by hand.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { dataDirFrom } from './lib/data-dir.ts';
import { ROOT } from './lib/root.ts';
import { openDatabase } from './product/database.ts';
import { startProduct } from './product/start-product.ts';

const WATCHED = ['apps', 'packages', 'db'];
const IGNORED = /(^|[/\\])(dist|node_modules|e2e|test|bench)([/\\]|$)|\.test\.tsx?$/;
/** An editor that saves ten files should cause one start. */
const QUIET_MS = 200;

const log = (line: string): void => console.log(line);
const dataDir = dataDirFrom(process.env);
const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], log });

async function start(): Promise<() => Promise<void>> {
  try {
    const product = await startProduct({
      dataDir,
      port: Number(process.env['PORT'] ?? 3000),
      mode: 'demo',
      databaseUrl: database.url,
      log,
    });
    console.log(`Ready at ${product.url}; waiting for changes.`);
    return product.stop;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error); // the next change may fix it
    return async () => {};
  }
}

let running = start();
let timer: NodeJS.Timeout | undefined;

/** Restarts one at a time: each waits for the previous start, stops it and replaces it. */
function restart(): void {
  running = running.then(async (stop) => {
    await stop();
    return start();
  });
}

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (name === null || IGNORED.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, QUIET_MS);
  });
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    void running
      .then((stop) => stop())
      .then(() => database.stop())
      .then(() => process.exit(0));
  });
}
