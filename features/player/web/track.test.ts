import { expect, test } from 'vitest';
import type { Upload, UploadFile } from '#features/feed/contract/endpoints.ts';
import { trackOf } from './track.ts';

const sized = (name: string, width: number, height: number | null = width) => ({
  name,
  url: `/files/${name}`,
  contentType: 'image/webp',
  bytes: 1,
  width,
  height,
});
const stream = { ...sized('stream', 0), contentType: 'audio/mp4', width: null, height: null };
const sound = (renditions: UploadFile['renditions']) =>
  ({
    id: 'f',
    trackId: 't',
    kind: 'audio',
    url: '/files/stream',
    name: 'loop.wav',
    tags: {},
    renditions,
  }) as UploadFile;
const picture = { kind: 'image', renditions: [sized('w320', 320), sized('original', 900, 600)] } as UploadFile;
const artworkOf = (file: UploadFile, others: UploadFile[] = [], avatarUrl: string | null = null) =>
  trackOf({ author: { avatarUrl }, files: [file, ...others] } as unknown as Upload, file)?.artwork;

test('a track shows the cover that came inside the sound, in every width that a screen needs', () => {
  const covers = ['w320', 'w640', 'w1024', 'w1600', 'original'].map((name, at) =>
    sized(`cover-${name}`, [320, 640, 1024, 1600, 3000][at]!),
  );
  expect(artworkOf(sound([...covers, stream]), [picture])).toEqual(
    [320, 640, 1024].map((width) => ({
      src: `/files/cover-w${width}`,
      sizes: `${width}x${width}`,
      type: 'image/webp',
    })),
  );
  expect(artworkOf(sound([sized('cover-original', 3000), stream]))).toHaveLength(1);
});

test('without one it shows a picture of the upload, else the avatar of its author, else nothing', () => {
  expect(artworkOf(sound([stream]), [picture], '/files/face')?.map(({ src }) => src)).toEqual([
    '/files/w320',
    '/files/original',
  ]);
  expect(artworkOf(sound([stream]), [], '/files/face')).toEqual([{ src: '/files/face' }]);
  expect(artworkOf(sound([stream]))).toEqual([]);
});
