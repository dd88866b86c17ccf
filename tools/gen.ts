// `npm run gen` writes what is made from code; `--check` fails where the committed text is not what the code makes now.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callFactsModule, callMasksModule } from './gen/client-calls.ts';
import { COMMON_PASSWORDS_FILE, isPackedListCurrent, writePackedList } from './gen/common-passwords-file.ts';
import { constantsDocument, errorsDocument, ordersDocument } from './gen/contract-docs.ts';
import { simplifiedTextsModule } from './gen/simplified-texts.ts';
import { traceDocument } from './gen/trace.ts';
import { ROOT } from './lib/root.ts';
import { type Module, readModules } from './tidy/source.ts';

const GENERATED: readonly { file: string; make: (modules: readonly Module[]) => string }[] = [
  { file: 'docs/spec/trace.md', make: traceDocument },
  { file: 'docs/errors.md', make: errorsDocument },
  { file: 'docs/spec/constants.md', make: constantsDocument },
  { file: 'docs/spec/orders.md', make: ordersDocument },
  { file: 'packages/client/src/calls/generated/member-calls.ts', make: callFactsModule('member') },
  { file: 'packages/client/src/calls/generated/operator-calls.ts', make: callFactsModule('console') },
  { file: 'packages/client/src/debug-log/generated/call-masks.ts', make: callMasksModule },
  { file: 'apps/member/src/app/generated/simplified-texts.ts', make: simplifiedTextsModule },
];

const NOTE = 'Made by `npm run gen` from the code; do not edit.';
const markOf = (file: string): string => (file.endsWith('.md') ? `<!-- ${NOTE} -->\n` : `// ${NOTE}\n`);

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const isCheck = process.argv.includes('--check');
const modules = readModules();
for (const { file, make } of GENERATED) {
  const path = join(ROOT, file);
  const text = markOf(file) + make(modules);
  if (read(path) === text) continue;
  if (isCheck) {
    console.error(`${file} is not what the code makes now: npm run gen`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`${file} written`);
  }
}

if (!isPackedListCurrent()) {
  if (isCheck) {
    console.error(`${COMMON_PASSWORDS_FILE} is not what the generator makes now: npm run gen`);
    process.exitCode = 1;
  } else {
    writePackedList();
    console.log(`${COMMON_PASSWORDS_FILE} written`);
  }
}
