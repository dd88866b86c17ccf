// `npm run evidence:verify -- file key.pem`: whether a file about an order (PDF or JSON) is as it was signed. It asks nobody: the key is what the product
// publishes at /.well-known/holdfast-evidence.pem, kept by whoever wants to check.
import { readFileSync } from 'node:fs';
import { attachmentOf, documentFault, type DocumentFault } from '@holdfast/documents';
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

const DOCUMENT_SAID: Readonly<Record<DocumentFault, string>> = {
  unsigned: 'This PDF has no signature of this product.',
  added: 'Something was written behind what was signed.',
  changed: 'The PDF is not as it was signed.',
  key: 'The PDF was signed, but not by this key.',
};

/** What is wrong with the file; undefined where nothing is. Of a PDF also the file in it is checked, line by line. */
async function faultOf(bytes: Buffer, key: string): Promise<string | undefined> {
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const ofDocument = isPdf ? await documentFault(bytes, key) : undefined;
  if (ofDocument) return DOCUMENT_SAID[ofDocument];
  const fault = evidenceFault(isPdf ? (attachmentOf(bytes) ?? '') : bytes.toString('utf8'), key);
  return fault && sentenceOf(fault);
}

const [file, key] = process.argv.slice(2);
if (file === undefined || key === undefined) {
  process.stderr.write('Usage: npm run evidence:verify -- file key.pem\n');
  process.exitCode = 2;
} else {
  const fault = await faultOf(readFileSync(file), readFileSync(key, 'utf8'));
  process.stdout.write(`${fault ?? 'The file is as it was signed.'}\n`);
  process.exitCode = fault === undefined ? 0 : 1;
}
