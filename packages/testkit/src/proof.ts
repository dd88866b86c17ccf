import type { CallInput, CallOutput, BuiltPath, UploadToken } from '@holdfast/contract/calls';
import { hashFile, sealAssetRequest } from '@holdfast/secure-channel/node';

/**
 * What a payer shows with a payment. Tests, benches and the demo's helpers pay many orders of which no test is about the proof: whoever leaves it
 * out has a small PDF uploaded first, as the app would upload a picture.
 */

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const BOUNDARY = 'the-boundary-of-a-proof';

/** What a test hands in: the proof of a payment may be left out. */
export type GivenInput<P extends BuiltPath> = P extends '/order/paid'
  ? Omit<CallInput<P>, 'proofFileId'> & { readonly proofFileId?: string }
  : CallInput<P>;

/** A request to the assets host. */
export interface ProofUpload {
  /** Its origin; empty: the one of whoever sends it. */
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

function uploadOf({ host, path, serviceId, token, key }: UploadToken): ProofUpload {
  const file = hashFile(PDF);
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="proof.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const request = { method: 'POST', path, serviceId, now: Date.now(), file, at: 0 } as const;
  return {
    host,
    path,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      authorization: sealAssetRequest({ token, key }, request),
    },
    body: Buffer.concat([Buffer.from(head), PDF, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

interface Hands {
  readonly token: () => Promise<CallOutput<'/member/upload-file-token'>>;
  readonly post: (upload: ProofUpload) => Promise<{ readonly status: number }>;
}

/** Adds the proof to the payments of one member that have none: the same one to each try at an order, so that a retry is the same command. */
export function createProofs({ token, post }: Hands) {
  const ofOrders = new Map<string, Promise<string>>();
  const make = async (): Promise<string> => {
    const issued = await token();
    const { status } = await post(uploadOf(issued));
    if (status !== 200) throw new Error(`the upload of a proof was answered with ${status}`);
    return issued.fileId;
  };
  return {
    /** A proof that is stored and shown nowhere yet. */
    make,
    async complete<P extends BuiltPath>(path: P, input: GivenInput<P>): Promise<CallInput<P>> {
      const paid = input as { orderId?: string; proofFileId?: string };
      if (path !== '/order/paid' || paid.proofFileId !== undefined || paid.orderId === undefined)
        return input as CallInput<P>;
      const proof = ofOrders.get(paid.orderId) ?? make();
      ofOrders.set(paid.orderId, proof);
      return { ...input, proofFileId: await proof } as unknown as CallInput<P>;
    },
  };
}
