/**
 * The process that unpacks strangers' files. It has no environment, no connection and no secret, a low priority, and an end: it stops when
 * it has grown too far, and its parent kills it when it takes too long. A picture leaves it as pixels written anew, without anything that
 * stood beside them.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { UPLOAD_PIXELS_MAX, type UploadRule } from '@holdfast/contract/rules';
import sharp from 'sharp';
import { inspectFile } from './inspect.ts';
import type { ImageJob, ImageResult, JobMessage, ResultMessage } from './image-job.ts';

const RESIDENT_BYTES_MAX = 768 * 1024 * 1024;
const WATCH_MS = 50;
const JPEG_QUALITY = 85;
const WEBP_QUALITY = 82;

setPriority(constants.priority.PRIORITY_LOW);
sharp.cache(false);
// A second thread resizes while the first unpacks: it shortens the wait for a picture by a sixth, and costs no more processor time.
sharp.concurrency(2);
// Of the library's many readers only those of the allow-list: what is disguised as one of them meets no other decoder.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

setInterval(() => {
  if (process.memoryUsage.rss() > RESIDENT_BYTES_MAX) process.exit(1);
}, WATCH_MS).unref();

async function writeAnew(file: Buffer, { sidePixels, isSquare }: UploadRule): Promise<ImageResult> {
  const picture = sharp(file, { limitInputPixels: UPLOAD_PIXELS_MAX, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({
      width: sidePixels,
      height: sidePixels,
      fit: isSquare ? 'cover' : 'inside',
      withoutEnlargement: !isSquare,
    });
  const written = isSquare
    ? picture.webp({ quality: WEBP_QUALITY })
    : picture.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY });
  try {
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      type: isSquare ? 'image/webp' : 'image/jpeg',
      width: info.width,
      height: info.height,
    };
  } catch {
    return { fault: 'UPLOAD_DAMAGED' };
  }
}

async function run({ path, bytes, sha256, rule }: ImageJob): Promise<ImageResult> {
  const file = await readFile(path);
  if (file.length !== bytes) return { fault: 'DIFFERENT' };
  const found = inspectFile(file, rule.types);
  const isPicture = !('fault' in found) && found.type !== 'application/pdf';
  // Unpacked on threads of the library, while this one finds out whether it is the announced file: nothing leaves before that is known.
  const writing = isPicture ? writeAnew(file, rule) : undefined;
  const isAnnounced = createHash('sha256').update(file).digest('hex') === sha256;
  const written = await writing;
  if (!isAnnounced) return { fault: 'DIFFERENT' };
  if ('fault' in found) return found;
  if (!written) return { bytes: file, type: found.type, width: found.width, height: found.height };
  if ('fault' in written) return written;
  if (rule.isReceipt) {
    const { packPrint, wordsOf } = await import('./receipt-print.ts');
    return { ...written, print: packPrint(await wordsOf(Buffer.from(written.bytes))) };
  }
  if (!rule.isCode) return written;
  const reading = await (await import('./read-code.ts')).readCode(written.bytes);
  return 'fault' in reading ? reading : { ...written, ...reading };
}

// A file that cannot be read is a fault of ours: the rejection ends this process, and the parent says so.
process.on('message', (message: JobMessage) => {
  void run(message).then((result) => process.send?.({ ...result, id: message.id } satisfies ResultMessage));
});
process.on('disconnect', () => process.exit(0));
