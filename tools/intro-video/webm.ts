// A WebM file around frames that are encoded already: only what a player needs for one silent picture track.
// Elements are an id, a size and a body, nested (RFC 8794); the ids are those of Matroska (RFC 9559).

export interface EncodedFrame {
  readonly atMs: number;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

export interface Video {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** The first one must be a key frame. */
  readonly frames: readonly EncodedFrame[];
}

const ID = {
  header: '1a45dfa3',
  headerVersion: '4286',
  headerReadVersion: '42f7',
  maxIdLength: '42f2',
  maxSizeLength: '42f3',
  docType: '4282',
  docTypeVersion: '4287',
  docTypeReadVersion: '4285',
  segment: '18538067',
  info: '1549a966',
  timestampScale: '2ad7b1',
  duration: '4489',
  muxingApp: '4d80',
  writingApp: '5741',
  tracks: '1654ae6b',
  track: 'ae',
  trackNumber: 'd7',
  trackUid: '73c5',
  trackType: '83',
  codec: '86',
  video: 'e0',
  width: 'b0',
  height: 'ba',
  cues: '1c53bb6b',
  cue: 'bb',
  cueTime: 'b3',
  cuePositions: 'b7',
  cueTrack: 'f7',
  cueCluster: 'f1',
  cluster: '1f43b675',
  clusterTime: 'e7',
  simpleBlock: 'a3',
} as const;

const TRACK = 1;
const NANOSECONDS_PER_MS = 1_000_000;
const APP = 'Holdfast';
/** The time of a frame within its cluster is a signed 16-bit number. */
const CLUSTER_MS_MAX = 32_767;

/** Sizes and numbers take four bytes wherever they stand, so that no length depends on a value. */
function element(id: string, ...body: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(body);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10_00_00_00 + content.length); // the leading 1 says: four bytes
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

function number(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
}

function float(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

const text = (id: string, value: string): Buffer => element(id, Buffer.from(value));

function simpleBlock({ atMs, isKey, data }: EncodedFrame): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(0x80 + TRACK, 0);
  head.writeInt16BE(Math.round(atMs), 1);
  head.writeUInt8(isKey ? 0x80 : 0, 3);
  return element(ID.simpleBlock, head, data);
}

/** Where a player that seeks finds the one cluster: counted from the beginning of the segment's body. */
const cuesFor = (clusterAt: number): Buffer =>
  element(
    ID.cues,
    element(
      ID.cue,
      number(ID.cueTime, 0),
      element(ID.cuePositions, number(ID.cueTrack, TRACK), number(ID.cueCluster, clusterAt)),
    ),
  );

/** The file, for VP9. Throws where the frames cannot make a video that plays. */
export function toWebm({ width, height, durationMs, frames }: Video): Buffer {
  if (frames[0]?.isKey !== true) throw new Error('a video begins with a key frame');
  if (durationMs > CLUSTER_MS_MAX) throw new Error(`one cluster holds ${CLUSTER_MS_MAX} ms`);
  const header = element(
    ID.header,
    number(ID.headerVersion, 1),
    number(ID.headerReadVersion, 1),
    number(ID.maxIdLength, 4),
    number(ID.maxSizeLength, 8),
    text(ID.docType, 'webm'),
    number(ID.docTypeVersion, 4),
    number(ID.docTypeReadVersion, 2),
  );
  const info = element(
    ID.info,
    number(ID.timestampScale, NANOSECONDS_PER_MS),
    float(ID.duration, durationMs),
    text(ID.muxingApp, APP),
    text(ID.writingApp, APP),
  );
  const track = element(
    ID.track,
    number(ID.trackNumber, TRACK),
    number(ID.trackUid, TRACK),
    number(ID.trackType, 1), // a picture
    text(ID.codec, 'V_VP9'),
    element(ID.video, number(ID.width, width), number(ID.height, height)),
  );
  const tracks = element(ID.tracks, track);
  const cues = cuesFor(info.length + tracks.length + cuesFor(0).length);
  const cluster = element(ID.cluster, number(ID.clusterTime, 0), ...frames.map(simpleBlock));
  return Buffer.concat([header, element(ID.segment, info, tracks, cues, cluster)]);
}

/** The duration that a file of `toWebm` tells. */
export function readDurationMs(file: Buffer): number {
  const id = Buffer.from(ID.duration, 'hex');
  const at = file.indexOf(Buffer.concat([id, Buffer.from('10000008', 'hex')]));
  if (at === -1) throw new Error('this file tells no duration');
  return file.readDoubleBE(at + id.length + 4);
}
