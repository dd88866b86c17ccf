import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What an honest device answers unless a test wants another thing. */
interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

interface Begun {
  readonly challenge: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer): string => data.toString('base64url');

/** A passkey as software: answers both ceremonies of WebAuthn with a key on P-256, as a device does, or lies in one of them. */
export class SoftwarePasskey {
  readonly id = base64url(randomBytes(16));
  readonly #key: KeyObject;
  readonly #coordinates: readonly [x: Buffer, y: Buffer];
  readonly #origin: string;
  #userHandle = '';
  #counter: number;

  /** `counter`: 0 for a device that counts no signatures, as those that sync their keys do. */
  constructor(origin: string, counter = 0) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#coordinates = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    this.#origin = origin;
    this.#counter = counter;
  }

  /** Answers the options of adding a key, both as JSON text. */
  register(options: string, lie: Lie = {}): string {
    const begun = JSON.parse(options) as Begun & { user: { id: string } };
    this.#userHandle = begun.user.id;
    const authData = Buffer.concat([this.#authData(HAS_KEY, lie), this.#attestedKey()]);
    // { "fmt": "none", "attStmt": {}, "authData": bytes }
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', begun, lie)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** Answers the options of a sign-in, both as JSON text. */
  sign(options: string, lie: Lie = {}): string {
    if (this.#counter > 0) this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', JSON.parse(options) as Begun, lie);
    const authData = this.#authData(0, lie);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key)),
      userHandle: lie.userHandle ?? this.#userHandle,
    });
  }

  #answer(response: object): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #clientData(type: string, { challenge }: Begun, lie: Lie): Buffer {
    const { origin = this.#origin } = lie;
    return Buffer.from(
      JSON.stringify({ type, challenge: lie.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  #authData(more: number, { rpId, isVerified = true, counter = this.#counter }: Lie): Buffer {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId ?? new URL(this.#origin).hostname), tail]);
  }

  /** Sixteen zeros for the model of the device, the key's id, the key in COSE. */
  #attestedKey(): Buffer {
    const id = Buffer.from(this.id, 'base64url');
    const [x, y] = this.#coordinates;
    return Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      x,
      Buffer.from([0x22, 0x58, 0x20]),
      y,
    ]);
  }
}
