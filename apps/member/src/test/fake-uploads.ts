import { AppError } from '@holdfast/kernel';
import type { Uploader } from '@holdfast/client/files';
import type { Handlers } from './fake-server.ts';
import type { FakeWorld } from './fake-world.ts';

/** The id of whatever was uploaded last. */
export const FAKE_FILE = 'A'.repeat(22);

export function uploadHandlers(world: FakeWorld): Handlers {
  return {
    '/member/avatar/get': () => ({ fileId: world.avatar ?? null }),
    '/member/avatar/set': ({ input: { fileId } }) => {
      world.avatar = fileId ?? null;
      return { fileId: world.avatar };
    },
  };
}

export function fakeUploader(world: FakeWorld): Uploader {
  return {
    async upload(_file, { signal, onProgress }) {
      const { upload } = world;
      if (upload instanceof AppError) throw upload;
      if (upload === undefined) return FAKE_FILE;
      onProgress?.(upload);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
      });
    },
    read: async () => new Blob(),
  };
}
