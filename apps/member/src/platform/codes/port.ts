/** A QR code that stands in a picture. */
export interface FoundCode {
  readonly text: string;
  /** The code alone, cut out and drawn anew: what is sent. */
  readonly picture: Blob;
}

/** Reads the QR codes of a picture, on the device. None found is an empty list; an AppError says why a picture cannot be read. */
export type CodeReader = (picture: Blob) => Promise<readonly FoundCode[]>;
