import sharp from 'sharp';

/** Receipts of banks that do not exist, as the demo world shows them. For tests only. */
export { drawReceipt, type Receipt, type ReceiptApp } from '../demo/demo-receipt.ts';

/** What happens to a picture on its way to a second order. */
export const RESHOWN: Readonly<Record<string, (picture: Buffer) => Promise<Buffer>>> = {
  'saved anew, badly': (picture) => sharp(picture).jpeg({ quality: 35 }).toBuffer(),
  'made smaller': (picture) => sharp(picture).resize(400).jpeg({ quality: 60 }).toBuffer(),
  cropped: (picture) =>
    sharp(picture).extract({ left: 30, top: 180, width: 660, height: 860 }).jpeg().toBuffer(),
  'made darker': (picture) => sharp(picture).modulate({ brightness: 0.7 }).jpeg({ quality: 60 }).toBuffer(),
  'photographed from a screen': async (picture) => {
    const turned = await sharp(picture).rotate(1.6, { background: '#333' }).toBuffer();
    const tilted = await sharp(turned).affine([1, 0.03, 0.015, 0.97], { background: '#333' }).toBuffer();
    return sharp(tilted).resize(900).blur(1.1).linear(0.7, 22).jpeg({ quality: 60 }).toBuffer();
  },
};
