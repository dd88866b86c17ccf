/**
 * An expected error with a name of the catalogue: a refusal or a fault. The catalogue (wire code, texts, what the client does) is
 * `contract/src/errors/catalogue.ts`; the kernel has only the class.
 */
export class AppError<Name extends string = string> extends Error {
  override readonly name = 'AppError';
  readonly code: Name;
  /** Values for the catalogue's text (`{ max: 5 }`) and for the caller; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: Name, data: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.data = data;
  }
}
