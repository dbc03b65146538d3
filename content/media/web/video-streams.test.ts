import { describe, expect, it } from 'vitest';
import { chosenStream, streamFor, streamsOf } from './video-streams.ts';

const rendition = (name: string, width: number | null, height: number | null) => ({
  name,
  url: `/files/${name}`,
  contentType: 'video/mp4',
  bytes: 1,
  width,
  height,
});
const film = (width: number, height: number, names: readonly [string, number, number][]) =>
  streamsOf({
    url: '/files/stream',
    width,
    height,
    renditions: [
      rendition('poster-w320', 320, 180),
      rendition('stream', null, null),
      ...names.map(([name, across, down]) => rendition(name, across, down)),
    ],
  });
const streams = film(3840, 2160, [
  ['stream-480', 854, 480],
  ['stream-720', 1280, 720],
]);
const sides = (found: readonly { side: number }[]) => found.map(({ side }) => side);
const side = (shown: number, isSlow = false) => chosenStream(streams, { side: shown, isSlow }).side;

describe('the versions of a video', () => {
  it('are named by their shorter side, largest first', () => {
    expect(sides(streams)).toEqual([1080, 720, 480]);
    expect(sides(film(1080, 1920, [['stream-720', 720, 1280]]))).toEqual([1080, 720]);
    expect(sides(film(640, 360, []))).toEqual([360]);
    expect(streamsOf({ url: null, width: 1, height: 1, renditions: [] })).toEqual([]);
  });

  it('are chosen by the size of the place in pixels of the screen', () => {
    expect(side(200)).toBe(480);
    expect(side(480)).toBe(480);
    // A little larger is as good.
    expect(side(520)).toBe(480);
    expect(side(600)).toBe(720);
    expect(side(1000)).toBe(1080);
    expect(side(4000)).toBe(1080);
  });

  it('are the smallest where the line is slow or data is saved', () => {
    expect(side(1000, true)).toBe(480);
  });

  it('are what the reader has chosen, or the next smaller one', () => {
    const viewing = { side: 200, isSlow: true };
    expect(streamFor(streams, 1080, viewing).side).toBe(1080);
    expect(streamFor(streams, 720, viewing).side).toBe(720);
    expect(streamFor(film(640, 360, []), 720, viewing).side).toBe(360);
    expect(streamFor(streams, 240, viewing).side).toBe(480);
    expect(streamFor(streams, 'auto', viewing).side).toBe(480);
  });
});
