import { describe, expect, test } from 'vitest';
import type { TimedComment } from '#features/feed/contract/endpoints.ts';
import { nextUrl } from './engine/prefetch.ts';
import { amplitudeOf, factorOf, gainDb, matchedGainsDb } from './engine/deck/gain.ts';
import { makePlayTimeMeter } from './engine/play-time.ts';
import { initialModes, readModes } from './engine/modes.ts';
import { keyAction, type PressedKey } from './engine/keyboard.ts';
import { clusterComments } from './comments/comment-clusters.ts';
import {
  addToQueue,
  clearUpcoming,
  currentItem,
  emptyQueue,
  following,
  goOnWith,
  mayGoOn,
  moveItem,
  playNext,
  type Queue,
  queueMax,
  removeItem,
  shuffleUpcoming,
  startWith,
  stepBy,
  stepTo,
  upcoming,
} from './engine/queue.ts';
import type { Track } from './track.ts';
import { barHeights, readWave, readZoom, waveBars } from './waveform/wave-shape.ts';

const track = (name: string): Track => ({
  uploadId: name,
  trackId: name,
  fileId: name,
  title: name,
  author: 'Ivo',
  username: 'ivo',
  url: `/files/${name}`,
  artwork: [],
  wave: null,
  durationMs: 1000,
  loudness: null,
  truePeak: null,
});
const page = ['a', 'b', 'c'].map(track);
const names = (queue: Queue): string => queue.items.map((item) => item.track.trackId).join('');
const keyOf = (queue: Queue, name: string): string => queue.items.find((item) => item.track.trackId === name)!.key;

describe('the queue', () => {
  test('after its end a track is followed by the next, by itself, by the first, or by nothing', () => {
    const last = startWith(emptyQueue, track('c'), page);
    const at = (repeat: 'off' | 'queue' | 'track', queue = last) => {
      const found = following({ queue, modes: { ...initialModes, repeat } });
      return found && currentItem(found)?.track.trackId;
    };
    expect([at('off'), at('track'), at('queue')]).toEqual([null, 'c', 'a']);
    expect(at('off', startWith(emptyQueue, track('a'), page))).toBe('b');
    expect(at('queue', emptyQueue)).toBeNull();
  });

  test('a track of a page is followed by the rest of the page, and knows what came before it', () => {
    const queue = startWith(emptyQueue, track('b'), page);
    expect(names(queue)).toBe('abc');
    expect(currentItem(queue)?.track.trackId).toBe('b');
    expect(names(stepBy(queue, -1))).toBe('abc');
    expect(stepBy(stepBy(queue, 1), 1)).toEqual(stepBy(queue, 1));
  });

  test('what follows a track that has begun comes behind what the listener added, and not behind another track', () => {
    const set = ['s', 't', 'u'].map(track);
    const queue = addToQueue(startWith(emptyQueue, track('s'), [track('s')]), track('x'));
    expect(names(goOnWith(queue, 's', set))).toBe('sxtu');
    expect(new Set(goOnWith(queue, 's', set).items.map((item) => item.key)).size).toBe(4);
    expect(names(goOnWith(startWith(emptyQueue, track('b'), page), 'b', set))).toBe('abc');
    expect(goOnWith(stepBy(queue, 1), 's', set)).toEqual(stepBy(queue, 1));
    expect(goOnWith(emptyQueue, 's', set)).toBe(emptyQueue);
  });
  test('a track alone is a queue of one', () => {
    const queue = startWith(emptyQueue, track('x'), page);
    expect(names(queue)).toBe('x');
    expect(upcoming(queue)).toEqual([]);
  });

  test('what the listener adds comes in the order of adding, before the page; "play next" before all', () => {
    let queue = startWith(emptyQueue, track('a'), page);
    queue = addToQueue(addToQueue(queue, track('x')), track('y'));
    expect(names(queue)).toBe('axybc');
    expect(names(playNext(queue, track('z')))).toBe('azxybc');
  });

  test('what was added and not heard yet outlives a jump to another page', () => {
    const queue = stepBy(addToQueue(addToQueue(startWith(emptyQueue, track('a'), page), track('x')), track('y')), 1);
    expect(names(startWith(queue, track('m'), ['l', 'm', 'n'].map(track)))).toBe('lmyn');
  });

  test('the same track may come twice, and each is its own', () => {
    const queue = addToQueue(addToQueue(startWith(emptyQueue, track('a')), track('a')), track('a'));
    expect(new Set(queue.items.map((item) => item.key)).size).toBe(3);
  });

  test('removing keeps what is heard, before and behind it', () => {
    const queue = startWith(emptyQueue, track('b'), page);
    expect(currentItem(removeItem(queue, keyOf(queue, 'a')))?.track.trackId).toBe('b');
    expect(names(removeItem(queue, keyOf(queue, 'c')))).toBe('ab');
    expect(removeItem(queue, keyOf(queue, 'b'))).toBe(queue);
    expect(removeItem(queue, 'unknown')).toBe(queue);
    expect(names(clearUpcoming(queue))).toBe('ab');
  });

  test('upcoming tracks move among themselves alone', () => {
    const queue = startWith(emptyQueue, track('a'), ['a', 'b', 'c', 'd'].map(track));
    expect(names(moveItem(queue, keyOf(queue, 'd'), -2))).toBe('adbc');
    expect(names(moveItem(queue, keyOf(queue, 'd'), -9))).toBe('adbc');
    expect(names(moveItem(queue, keyOf(queue, 'b'), 9))).toBe('acdb');
    expect(moveItem(queue, keyOf(queue, 'a'), 1)).toBe(queue);
    expect(currentItem(stepTo(queue, keyOf(queue, 'c')))?.track.trackId).toBe('c');
  });

  test('a queue is bounded, and what is heard stays in it', () => {
    const many = Array.from({ length: queueMax + 50 }, (_, index) => track(`t${index}`));
    const queue = startWith(emptyQueue, many[240]!, many);
    expect(queue.items).toHaveLength(queueMax);
    expect(currentItem(queue)?.track.trackId).toBe('t240');
    expect(currentItem(startWith(emptyQueue, many[3]!, many))?.track.trackId).toBe('t3');
  });
});

describe('loudness', () => {
  test('a loud master comes down to -14 LUFS', () => {
    expect(gainDb({ loudness: -8, truePeak: 0.4 })).toBeCloseTo(-6);
    expect(factorOf(-6)).toBeCloseTo(0.501, 3);
  });

  test('a quiet recording comes up as far as its true peak leaves room under -1 dBTP, and no further', () => {
    expect(gainDb({ loudness: -18, truePeak: -10 })).toBeCloseTo(4);
    expect(gainDb({ loudness: -24, truePeak: -4 })).toBeCloseTo(3);
    expect(gainDb({ loudness: -20, truePeak: -0.2 })).toBe(0);
    expect(gainDb({ loudness: -20, truePeak: null })).toBe(0);
    expect(gainDb({ loudness: -60, truePeak: -50 })).toBe(12);
  });

  test('what was not measured stays as it is', () => {
    expect(gainDb({ loudness: null, truePeak: null })).toBe(0);
  });

  test('two versions are equally loud, also where one cannot be raised', () => {
    const loud = { loudness: -8, truePeak: 0 };
    const peaky = { loudness: -20, truePeak: -2 };
    const [a, b] = matchedGainsDb([loud, peaky]);
    expect(loud.loudness + a!).toBeCloseTo(peaky.loudness + b!);
    expect(peaky.truePeak + b!).toBeLessThanOrEqual(-1);
    expect(matchedGainsDb([loud, { loudness: null, truePeak: null }])).toEqual([-6, 0]);
  });

  test('silence and full volume are themselves', () => {
    expect([amplitudeOf(0), amplitudeOf(1), amplitudeOf(7), amplitudeOf(-1)]).toEqual([0, 1, 1, 0]);
  });
});

describe('keys', () => {
  const pressed = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    defaultPrevented: false,
    isComposing: false,
    ...more,
  });

  test('space and K play, arrows skip 5 s, digits jump, M mutes, shift with N and P changes the track', () => {
    expect(keyAction(pressed(' '), 'nothing')).toEqual({ action: 'toggle' });
    expect(keyAction(pressed('K'), 'nothing')).toEqual({ action: 'toggle' });
    expect(keyAction(pressed('ArrowRight'), 'nothing')).toEqual({ action: 'skip', byMs: 5000 });
    expect(keyAction(pressed('ArrowLeft', { repeat: true }), 'nothing')).toEqual({ action: 'skip', byMs: -5000 });
    expect(keyAction(pressed('7'), 'nothing')).toEqual({ action: 'share', share: 0.7 });
    expect(keyAction(pressed('m'), 'nothing')).toEqual({ action: 'mute' });
    expect(keyAction(pressed('N', { shiftKey: true }), 'nothing')).toEqual({ action: 'next' });
    expect(keyAction(pressed('P', { shiftKey: true }), 'nothing')).toEqual({ action: 'previous' });
  });

  test('a field keeps every key, a button keeps space', () => {
    for (const key of [' ', 'k', '5', 'ArrowLeft', 'm']) expect(keyAction(pressed(key), 'everything')).toBeNull();
    expect(keyAction(pressed(' '), 'space')).toBeNull();
    expect(keyAction(pressed('k'), 'space')).toEqual({ action: 'toggle' });
  });

  test("the browser's and the site's own shortcuts stay theirs", () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      for (const key of ['b', 'k', '1', 'ArrowLeft', 'm', ' '])
        expect(keyAction(pressed(key, { [modifier]: true }), 'nothing')).toBeNull();
    expect(keyAction(pressed('n'), 'nothing')).toBeNull();
    expect(keyAction(pressed('ArrowUp'), 'nothing')).toBeNull();
    expect(keyAction(pressed('ArrowLeft', { shiftKey: true }), 'nothing')).toBeNull();
    expect(keyAction(pressed('k', { repeat: true }), 'nothing')).toBeNull();
    expect(keyAction(pressed(' ', { defaultPrevented: true }), 'nothing')).toBeNull();
    expect(keyAction(pressed('k', { isComposing: true }), 'nothing')).toBeNull();
  });
});

describe('what was heard', () => {
  test('counts the time that passed, not what was jumped over', () => {
    const meter = makePlayTimeMeter();
    meter.tick(0, true, 0);
    expect(meter.tick(250, true, 250)).toBe(250);
    expect(meter.tick(60_000, true, 500)).toBe(250);
    expect(meter.tick(60_250, true, 750)).toBe(500);
    expect(meter.tick(0, true, 1000)).toBe(500);
  });

  test('nothing is heard while it is paused, sought or silent', () => {
    const meter = makePlayTimeMeter();
    meter.tick(0, true, 0);
    expect(meter.tick(1000, false, 1000)).toBe(0);
    expect(meter.tick(2000, true, 2000)).toBe(0);
    expect(meter.tick(2250, true, 2250)).toBe(250);
  });

  test('at another speed it is the time that passed', () => {
    const meter = makePlayTimeMeter();
    meter.tick(0, true, 0, 2);
    expect(meter.tick(2000, true, 1000, 2)).toBe(1000);
    expect(meter.tick(60_000, true, 2000, 2)).toBe(1000);
  });
});

describe('what follows', () => {
  test('shuffled, it is the same in another order; what was heard and is heard stays', () => {
    const four = ['a', 'b', 'c', 'd', 'e'].map(track);
    const queue = { ...startWith(emptyQueue, four[1]!, four), at: 1 };
    const shuffled = shuffleUpcoming(queue, () => 0);
    const titles = (of: Queue): string[] => of.items.map((item) => item.track.title);
    expect(titles(shuffled).slice(0, 2)).toEqual(['a', 'b']);
    expect(titles(shuffled).slice(2)).not.toEqual(['c', 'd', 'e']);
    expect(titles(shuffled).toSorted()).toEqual(titles(queue).toSorted());
  });

  test('the last track has something after it only where the queue is repeated', () => {
    const queue = startWith(emptyQueue, track('a'));
    expect(mayGoOn({ queue, modes: initialModes })).toBe(false);
    expect(mayGoOn({ queue, modes: { ...initialModes, repeat: 'queue' } })).toBe(true);
    expect(mayGoOn({ queue: emptyQueue, modes: { ...initialModes, repeat: 'queue' } })).toBe(false);
  });

  test('stored modes that this version does not know are the usual ones', () => {
    expect(readModes({ rate: 1.5, repeat: 'queue', isLeveled: false })).toEqual({
      rate: 1.5,
      repeat: 'queue',
      isLeveled: false,
    });
    expect(readModes({ rate: 99, repeat: 'forever' })).toEqual(initialModes);
    expect(readModes(null)).toEqual(initialModes);
  });
});

describe('timed comments', () => {
  const comment = (ms: number, mark: TimedComment['mark'] = null): TimedComment => ({
    commentId: `c${ms}`,
    ms,
    author: {} as TimedComment['author'],
    excerpt: '',
    mark,
  });

  test('marks that would lie over each other become one', () => {
    const clusters = clusterComments([comment(5000), comment(0), comment(500), comment(9990)], 10_000, 300, 24);
    expect(clusters.map(({ key, timedComments }) => [key, timedComments.length])).toEqual([
      ['c0', 2],
      ['c5000', 1],
      ['c9990', 1],
    ]);
    expect(clusters[1]!.share).toBeCloseTo(0.5);
  });

  test('a wider waveform shows more of them apart', () => {
    const timedComments = [comment(0), comment(500)];
    expect(clusterComments(timedComments, 10_000, 300, 24)).toHaveLength(1);
    expect(clusterComments(timedComments, 10_000, 900, 24)).toHaveLength(2);
  });

  test('what needs work is seen before what is done', () => {
    const mark = (...marks: TimedComment['mark'][]) =>
      clusterComments(
        marks.map((one, index) => comment(index, one)),
        10_000,
        300,
        24,
      )[0]!.mark;
    expect(mark('resolved', 'needs_work')).toBe('needs_work');
    expect(mark('resolved', 'resolved')).toBe('resolved');
    expect(mark('resolved', null)).toBeNull();
  });

  test('a position after the end is drawn at the end; without a duration there is no place', () => {
    expect(clusterComments([comment(99_000)], 10_000, 300, 24)[0]!.share).toBe(1);
    expect(clusterComments([comment(1)], 0, 300, 24)).toEqual([]);
  });
});

describe('the waveform', () => {
  /** A sound that swells from silence to a level, as the server writes it (`content/media/contract/endpoints.ts`). */
  const swell = (buckets: number, level = 127): Uint8Array => {
    const rise = Array.from({ length: buckets }, (_, at) => Math.round(((at + 1) / buckets) * level));
    return new Uint8Array(Int8Array.from([...rise.map((value) => -value), ...rise]).buffer);
  };

  test('reads what the server draws', () => {
    expect([...readWave('0Uz')!]).toEqual([0, expect.closeTo(0.5, 1), 1]);
    const zoom = readZoom(swell(2000))!;
    expect(zoom).toHaveLength(2000);
    expect([zoom[999], zoom[1999]]).toEqual([expect.closeTo(0.5, 2), 1]);
  });

  test('a sound shorter than its bars, and one that is nothing, do not break it', () => {
    expect(barHeights(readWave('z0z')!, 100)).toHaveLength(100);
    expect(readWave('')).toBeNull();
    expect([...readWave('%z')!]).toEqual([0, 1]);
    expect(readZoom(new Uint8Array(1))).toBeNull();
  });

  test('the highest bar of a quiet sound fills its place, and silence stays flat', () => {
    expect(Math.max(...barHeights(readZoom(swell(100, 12))!, 10))).toBe(1);
    expect(Math.max(...barHeights(readZoom(new Uint8Array(200))!, 10))).toBe(0);
  });

  test.each([7, 84, 250, 384, 500])('a click is in the bar of its time, of %i bars', (bars) => {
    const shape = new Float32Array(384);
    for (let at = 0; at < shape.length; at++) {
      shape.fill(0)[at] = 1;
      const heights = barHeights(shape, bars);
      const middle = (at + 0.5) / shape.length;
      expect(heights[Math.floor(middle * bars)], `${at}`).toBe(1);
      expect(heights.filter((height) => height > 0).length).toBeLessThanOrEqual(Math.ceil(bars / 384) + 1);
    }
  });

  test('a part of it is drawn as finely as it was measured', () => {
    const part = barHeights(readZoom(swell(2000))!, 10, 0.5, 0.6);
    expect(part[0]).toBeCloseTo(0.5, 1);
    expect(part[9]).toBeCloseTo(0.6, 1);
  });

  test('bars stay inside their box, and no bar vanishes', () => {
    expect(waveBars([0, 1, 0.5], 3, 2, 56)).toBe('M0 27h2v2h-2zm3-27h2v56h-2zm3 14h2v28h-2z');
  });
});

describe('the next sound', () => {
  const queue = startWith(emptyQueue, page[0]!, page);

  test('is fetched when the end is near, and not before', () => {
    expect(nextUrl(queue, 0, 60_000)).toBeNull();
    expect(nextUrl(queue, 39_000, 60_000)).toBeNull();
    expect(nextUrl(queue, 41_000, 60_000)).toBe('/files/b');
    expect(nextUrl(queue, 0, 12_000)).toBe('/files/b');
  });

  test('is what the listener has put in front meanwhile; behind the last there is none', () => {
    expect(nextUrl(playNext(queue, track('x')), 50_000, 60_000)).toBe('/files/x');
    expect(nextUrl(clearUpcoming(queue), 50_000, 60_000)).toBeNull();
    expect(nextUrl(queue, 50_000, 0)).toBeNull();
  });
});
