import sharp from 'sharp';

/** Pictures as a camera makes them, with what it writes beside them. For tests only. */

/** Coordinates and a serial number that must not leave a member's device by way of us. */
export const SERIAL = 'SERIAL-8837261';

export interface Photo {
  readonly width?: number;
  readonly height?: number;
  /** As EXIF has it: 6 is a picture that stands on its side. */
  readonly orientation?: number;
}

/** A photograph's kind of noise and colour, so that it does not compress to nothing. */
export async function photo({ width = 640, height = 480, orientation = 1 }: Photo = {}): Promise<
  Buffer<ArrayBuffer>
> {
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#7a9',
      noise: { type: 'gaussian', mean: 128, sigma: 24 },
    },
  })
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: 'Kelp', Model: 'Tide 7' },
      IFD2: { BodySerialNumber: SERIAL },
      IFD3: { GPSLatitude: '25/1 2/1 3/1' },
    })
    .withMetadata({ orientation })
    .toBuffer();
  return Buffer.from(noise);
}
