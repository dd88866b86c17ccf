// `npm run evidence:verify -- file.json key.pem`: whether a file about an order is as it was signed. It asks nobody: the key is what the product
// publishes at /.well-known/holdfast-evidence.pem, kept by whoever wants to check.
import { readFileSync } from 'node:fs';
import { evidenceFault, type EvidenceFault } from '#platform/evidence/evidence.ts';

const SAID = {
  changed: 'is not as it was signed, or the head of the file is not',
  missing: 'is missing',
  moved: 'is not in its place',
  surplus: 'was put in',
} as const;

function sentenceOf(fault: EvidenceFault): string {
  if (!('entry' in fault))
    return fault.cause === 'no-evidence'
      ? 'This is no evidence file.'
      : 'Every line fits the one before it, but the signature is not of this key.';
  return `Line ${fault.entry} ${SAID[fault.cause]}.`;
}

const [file, key] = process.argv.slice(2);
if (file === undefined || key === undefined) {
  process.stderr.write('Usage: npm run evidence:verify -- file.json key.pem\n');
  process.exitCode = 2;
} else {
  const fault = evidenceFault(readFileSync(file, 'utf8'), readFileSync(key, 'utf8'));
  process.stdout.write(fault ? `${sentenceOf(fault)}\n` : 'The file is as it was signed.\n');
  process.exitCode = fault ? 1 : 0;
}
