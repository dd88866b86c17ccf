import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { assertBlobName, BlobStoreError, isBlobName, type BlobStore, type StoredBlob } from './port.ts';

/** Blobs in any S3-compatible store, for many machines. What lies there is sealed already, so whoever runs the store reads nothing. */

export interface S3Options {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const PREFIX = 'blobs/';
const CONNECT_MS = 3000;
const REQUEST_MS = 10_000;

const keyOf = (name: string): string => {
  assertBlobName(name);
  return `${PREFIX}${name}`;
};

export function createS3Store({ endpoint, region, bucket, ...credentials }: S3Options): BlobStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true, // works everywhere, with or without a name for each bucket
    requestChecksumCalculation: 'WHEN_REQUIRED', // what stores other than Amazon's understand; our own MAC tells of any change
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
  });
  const failed = (what: string, cause: unknown) =>
    new BlobStoreError(`the S3 store could not ${what}`, { cause });

  async function find(name: string): Promise<GetObjectCommandOutput | undefined> {
    try {
      return await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async function* list(): AsyncGenerator<StoredBlob> {
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX, ContinuationToken: token }),
      );
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const name = Key.slice(PREFIX.length);
        if (isBlobName(name) && LastModified) yield { name, modifiedAt: LastModified };
      }
      token = page.NextContinuationToken;
    }
  }

  return {
    async put(name, bytes) {
      const Key = keyOf(name);
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: bytes }));
      } catch (error) {
        throw failed('write', error);
      }
    },
    async get(name) {
      try {
        const bytes = await (await find(name))?.Body?.transformToByteArray();
        return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        throw error instanceof RangeError ? error : failed('read', error);
      }
    },
    async remove(name) {
      const Key = keyOf(name);
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      } catch (error) {
        throw failed('remove', error);
      }
    },
    list,
  };
}
