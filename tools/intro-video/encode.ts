// Runs in a page: draws the scene frame by frame and encodes it.
import { drawFrame, type Look, SECONDS, SIZE } from './scene.ts';

const FRAMES_PER_SECOND = 30;
const MICROSECONDS = 1_000_000;
/** Of VP9, from 0, the best, to 63. Flat colours stay clean at this one. */
const QUANTIZER = 36;

/** The value of a token of the style sheet, as the page shows it. */
function colourOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  return getComputedStyle(probe).color;
}

async function readLook(): Promise<Look> {
  const mark = new Image();
  mark.src = '/apps/member/public/mark.svg';
  await mark.decode();
  return {
    hero: colourOf('--hero'),
    ink: colourOf('--on-hero'),
    inkSoft: colourOf('--on-hero-2'),
    track: colourOf('--hero-raised'),
    free: colourOf('--hero-free'),
    held: colourOf('--hero-held'),
    font: getComputedStyle(document.documentElement).getPropertyValue('--font'),
    mark,
  };
}

/** As plain data, for the bytes cross from the page to the script as text. */
export interface EncodedText {
  readonly size: number;
  readonly seconds: number;
  readonly frames: { readonly atMs: number; readonly isKey: boolean; readonly base64: string }[];
}

export async function encodeVideo(): Promise<EncodedText> {
  const look = await readLook();
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser draws nothing');

  const frames: EncodedText['frames'] = [];
  let failure: unknown;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push({
        atMs: (chunk.timestamp * 1000) / MICROSECONDS,
        isKey: chunk.type === 'key',
        base64: btoa(String.fromCharCode(...bytes)),
      });
    },
    error: (error) => (failure = error),
  });
  encoder.configure({
    codec: 'vp09.00.10.08',
    width: SIZE,
    height: SIZE,
    framerate: FRAMES_PER_SECOND,
    bitrateMode: 'quantizer',
  });
  for (let at = 0; at < SECONDS * FRAMES_PER_SECOND; at += 1) {
    drawFrame(context, at / FRAMES_PER_SECOND, look);
    const frame = new VideoFrame(canvas, { timestamp: (at * MICROSECONDS) / FRAMES_PER_SECOND });
    const options: VideoEncoderEncodeOptions & { vp9: { quantizer: number } } = {
      keyFrame: at === 0,
      vp9: { quantizer: QUANTIZER },
    };
    encoder.encode(frame, options);
    frame.close();
  }
  await encoder.flush();
  if (failure !== undefined) throw failure;
  return { size: SIZE, seconds: SECONDS, frames };
}
