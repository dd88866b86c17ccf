/** The thread that draws documents and signs them. It opens no connection, and of files only its fonts. */
import { workerData } from 'node:worker_threads';
import { createDocumentSigner, drawDocument, type PrintedDocument } from '@holdfast/documents';
import { signingKey } from '#platform/evidence/evidence.ts';
import { serveJobs, yieldToOthers } from '#platform/threads/job-thread.ts';

yieldToOthers();
const seed = Buffer.from((workerData as { seed: Uint8Array }).seed);
// One public key proves both: it has signed the certificate of the key that signs documents.
const signer = createDocumentSigner({ seed, issuer: signingKey(seed) });

serveJobs(async (document: PrintedDocument): Promise<Uint8Array> => {
  const sign = await signer;
  return sign(await drawDocument(document));
});
