import {
  createECDH,
  createHash,
  hkdfSync,
  sign as signWith,
  webcrypto,
  type KeyObject,
  type webcrypto as Crypto,
} from 'node:crypto';
import { SignPdf } from '@signpdf/signpdf';
import { Signer } from '@signpdf/utils';
import * as asn1 from 'asn1js';
import * as pkijs from 'pkijs';

/**
 * Signs a PDF so that any reader sees whether it was changed (PAdES, a detached CMS). Readers know ECDSA and not all know Ed25519, so a P-256
 * key signs, and an Ed25519 key that readers need not know has signed its certificate: the one public key that is published proves both. Everything but the
 * signature of a file follows from the seed, so the certificate is the same in every process and after every start.
 */

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  /** ESS signing-certificate-v2: which certificate signed is part of what is signed. */
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  ed25519: '1.3.101.112',
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
} as const;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** What was signed is held against it for years. */
const VALID = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2076-01-01T00:00:00Z') };
/** digitalSignature and nonRepudiation. */
const USAGE = { bits: new Uint8Array([0xc0]), unusedBits: 6 };

pkijs.setEngine(
  'node',
  new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as never, subtle: webcrypto.subtle as never }),
);

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

function nameOf(commonName: string): pkijs.RelativeDistinguishedNames {
  const value = new asn1.Utf8String({ value: commonName });
  return new pkijs.RelativeDistinguishedNames({
    typesAndValues: [new pkijs.AttributeTypeAndValue({ type: OIDS.commonName, value })],
  });
}

/** The P-256 key of the seed. */
async function keysOfSeed(seed: Buffer): Promise<{ secret: Crypto.CryptoKey; open: Crypto.CryptoKey }> {
  const scalar = Buffer.from(hkdfSync('sha256', seed, '', 'holdfast-evidence document', 32));
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const open = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { subtle } = webcrypto;
  return {
    secret: await subtle.importKey('jwk', { ...open, d: scalar.toString('base64url') }, CURVE, false, [
      'sign',
    ]),
    open: await subtle.importKey('jwk', open, CURVE, true, ['verify']),
  };
}

/** The certificate of a P-256 key. */
async function certify(open: Crypto.CryptoKey, issuer: KeyObject): Promise<pkijs.Certificate> {
  const usage = new asn1.BitString({ valueHex: USAGE.bits, unusedBits: USAGE.unusedBits });
  const certificate = new pkijs.Certificate({
    version: 2,
    serialNumber: new asn1.Integer({ value: 1 }),
    issuer: nameOf('Holdfast evidence key'),
    subject: nameOf('穩付 Holdfast'),
    notBefore: new pkijs.Time({ type: 0, value: VALID.from }),
    notAfter: new pkijs.Time({ type: 1, value: VALID.until }),
    extensions: [
      new pkijs.Extension({ extnID: OIDS.keyUsage, critical: true, extnValue: usage.toBER(false) }),
    ],
  });
  await certificate.subjectPublicKeyInfo.importKey(open as never);
  const algorithm = () => new pkijs.AlgorithmIdentifier({ algorithmId: OIDS.ed25519 });
  certificate.signature = algorithm();
  certificate.signatureAlgorithm = algorithm();
  const body = Buffer.from(certificate.encodeTBS().toBER(false));
  certificate.signatureValue = new asn1.BitString({ valueHex: signWith(null, body, issuer) });
  // Read again, it keeps the bytes that were signed.
  return pkijs.Certificate.fromBER(certificate.toSchema(true).toBER(false));
}

/** The detached CMS over `bytes`, as DER. */
async function signBytes(
  bytes: Buffer,
  { secret, certificate }: { secret: Crypto.CryptoKey; certificate: pkijs.Certificate },
): Promise<Buffer> {
  const ofCertificate = sha256(new Uint8Array(certificate.toSchema().toBER(false)));
  const within = (inner: asn1.BaseBlock) => new asn1.Sequence({ value: [inner] });
  const attributes = [
    [OIDS.contentType, new asn1.ObjectIdentifier({ value: OIDS.data })],
    [OIDS.messageDigest, new asn1.OctetString({ valueHex: sha256(bytes) })],
    [OIDS.signingCertificate, within(within(within(new asn1.OctetString({ valueHex: ofCertificate }))))],
  ] as const;
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: OIDS.data }),
    certificates: [certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: attributes.map(([type, value]) => new pkijs.Attribute({ type, values: [value] })),
        }),
      }),
    ],
  });
  await signed.sign(secret as never, 0, 'SHA-256', new Uint8Array(bytes).buffer);
  const content = new pkijs.ContentInfo({ contentType: OIDS.signedData, content: signed.toSchema(true) });
  return Buffer.from(content.toSchema().toBER(false));
}

/** Signs PDFs that have room for it (`drawDocument`). `seed`: 32 secret bytes, of the P-256 key. `issuer`: the Ed25519 key whose public one proves it. */
export async function createDocumentSigner({
  seed,
  issuer,
}: {
  readonly seed: Buffer;
  readonly issuer: KeyObject;
}): Promise<(pdf: Buffer) => Promise<Buffer>> {
  const { secret, open } = await keysOfSeed(seed);
  const certificate = await certify(open, issuer);
  class EvidenceSigner extends Signer {
    override async sign(bytes: Buffer): Promise<Buffer> {
      return signBytes(bytes, { secret, certificate });
    }
  }
  return (pdf) => new SignPdf().sign(pdf, new EvidenceSigner());
}
