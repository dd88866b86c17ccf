import { UPLOAD_PIXELS_MAX } from '@holdfast/contract/rules';
import { AppError } from '@holdfast/kernel';

/**
 * Pictures on the device. What is sent is drawn anew here already, the right way up and no larger than needed: coordinates and serial numbers
 * never leave the device, and a telephone's picture becomes a tenth of its size.
 */

/** A part of a picture, in its own pixels. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const QUALITY = 0.88;

/** Unpacks a picture, upright. Throws UPLOAD_DAMAGED for what this browser cannot read, UPLOAD_TOO_MANY_PIXELS for what is too large. */
export async function openPicture(file: Blob): Promise<ImageBitmap> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new AppError('UPLOAD_DAMAGED', {}, { cause });
  }
  if (picture.width * picture.height <= UPLOAD_PIXELS_MAX) return picture;
  picture.close();
  throw new AppError('UPLOAD_TOO_MANY_PIXELS', { megapixels: UPLOAD_PIXELS_MAX / 1e6 });
}

/** Draws a part of a picture so that its longer side is `side` at most, on white where it is clear. */
export async function writePicture(picture: CanvasImageSource, crop: Crop, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(crop.width, crop.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(crop.width * scale));
  canvas.height = Math.max(1, Math.round(crop.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('UPLOAD_DAMAGED');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, crop.left, crop.top, crop.width, crop.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new AppError('UPLOAD_DAMAGED');
  return blob;
}

/** A whole picture as it is sent: upright, without anything beside it, its longer side `side` at most. */
export async function shrinkPicture(file: Blob, side: number): Promise<Blob> {
  const picture = await openPicture(file);
  try {
    return await writePicture(
      picture,
      { left: 0, top: 0, width: picture.width, height: picture.height },
      side,
    );
  } finally {
    picture.close();
  }
}
