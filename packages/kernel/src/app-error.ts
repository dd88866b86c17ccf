/**
 * The one error that travels between layers on purpose: a refusal or a fault with a catalogue name.
 * The catalogue itself (wire code, texts, what the client does) is `contract/src/errors.ts`; the kernel knows only the carrier.
 */
export class AppError<Name extends string = string> extends Error {
  override readonly name = 'AppError';
  readonly code: Name;
  /** What the text of the catalogue needs (`{ max: 5 }`) and what the caller may read; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: Name, data: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.data = data;
  }
}
