import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnFile } from '#content/media/contract/endpoints.ts';
import { TransferQueue, type TransferServer } from './transfer-queue.ts';
import { seemingKind } from './transfer-record.ts';
import { isUnexplained, limitSeconds, mayTryAgain, readRefusal, type TransferEvents } from './tus-transfer.ts';

interface Sent {
  readonly file: File;
  readonly address: string | null;
  readonly events: TransferEvents;
  readonly actions: string[];
}

const file = (name = 'loop.wav', bytes = 1000, lastModified = 1): File =>
  new File([new Uint8Array(bytes)], name, { lastModified, type: 'audio/wav' });
const place = 'test:member';
const network = readRefusal(0, '');

/** A page: what it opens is listed, and the server knows what is given. */
function page(staged: readonly Partial<OwnFile>[] = [], purpose: 'upload' | 'forum_banner' = 'upload') {
  const sent: Sent[] = [];
  const discarded: unknown[] = [];
  const described: unknown[] = [];
  const server: TransferServer = {
    open: async (one, { address }, events) => {
      const actions: string[] = [];
      sent.push({ file: one, address, events, actions });
      return { start: () => actions.push('start'), pause: () => actions.push('pause') };
    },
    staged: async () => staged as OwnFile[],
    discard: (gone) => discarded.push(gone),
    describe: async (id, altText) => described.push([id, altText]),
  };
  const queue = new TransferQueue(purpose, place, server);
  const states = () => queue.items.map((item) => item.state);
  return { queue, sent, discarded, described, states };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

let online: (() => void)[] = [];
beforeEach(() => {
  const stored = new Map<string, string>();
  online = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => online.push(listener));
});
afterEach(() => vi.unstubAllGlobals());

describe('a file on its way', () => {
  it('starts by itself, reports its progress, and becomes a staged file', async () => {
    const { queue, sent, states } = page();
    queue.add([file()]);
    await settle();
    expect(sent[0]?.actions).toEqual(['start']);
    sent[0]!.events.onSent(250);
    expect(queue.items[0]).toMatchObject({ state: 'uploading', progress: 0.25, kind: 'audio', bytes: 1000 });
    sent[0]!.events.onRetry();
    expect(states()).toEqual(['retrying']);
    sent[0]!.events.onDone('file-1');
    expect(queue.items[0]).toMatchObject({ state: 'done', progress: 1, fileId: 'file-1' });
  });

  it('waits where the server takes no more for a while, and says until when', async () => {
    const { queue, sent, states } = page();
    queue.add([file()]);
    await settle();
    const before = Date.now();
    sent[0]!.events.onLimit(40);
    expect(states()).toEqual(['retrying']);
    expect(queue.items[0]!.resumesAt! - before).toBeGreaterThanOrEqual(40_000);
    expect(queue.items[0]!.resumesAt! - Date.now()).toBeLessThanOrEqual(40_000);
    sent[0]!.events.onSent(500);
    expect(queue.items[0]).toMatchObject({ state: 'uploading', progress: 0.5 });
    // A connection that is lost later has no such time.
    sent[0]!.events.onRetry();
    expect(queue.items[0]).toMatchObject({ state: 'retrying', resumesAt: null });
  });

  it('stores what a picture shows once the server has it, and once only', async () => {
    const { queue, sent, described } = page();
    queue.add([file()]);
    await settle();
    const { id } = queue.items[0]!;
    queue.describe(id, 'A loop on a screen');
    await queue.saveDescriptions();
    expect(described).toEqual([]);
    sent[0]!.events.onDone('file-1');
    expect(queue.items[0]).toMatchObject({ altText: 'A loop on a screen', state: 'done' });
    await queue.saveDescriptions();
    await queue.saveDescriptions();
    expect(described).toEqual([['file-1', 'A loop on a screen']]);
    queue.describe(id, '');
    await queue.saveDescriptions();
    expect(described).toHaveLength(2);
  });

  it('waits while three others are on their way', async () => {
    const { queue, sent, states } = page();
    queue.add([file('1'), file('2'), file('3'), file('4')]);
    await settle();
    expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting']);
    sent[1]!.events.onDone('file-2');
    await settle();
    expect(states()).toEqual(['uploading', 'done', 'uploading', 'uploading']);
  });

  it('stands still when paused, and goes on where it was', async () => {
    const { queue, sent, states } = page();
    queue.add([file()]);
    await settle();
    const { id } = queue.items[0]!;
    queue.pause(id);
    sent[0]!.events.onSent(900);
    expect(states()).toEqual(['paused']);
    queue.retry(id);
    await settle();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.actions).toEqual(['start', 'pause', 'start']);
  });

  it('is left out past the most that a form takes', () => {
    const { queue } = page();
    queue.add([file('1'), file('2'), file('3')], 2);
    expect(queue.leftOut).toBe(1);
    expect(queue.items.map((item) => item.name)).toEqual(['1', '2']);
  });

  it('can be moved and taken out; the server hears of what is taken out', async () => {
    const { queue, sent, discarded } = page();
    queue.add([file('1'), file('2'), file('3')]);
    await settle();
    sent[2]!.events.onAddress('/api/v1/files/uploads/three');
    queue.reorder(queue.items[2]!.id, 0);
    expect(queue.items.map((item) => item.name)).toEqual(['3', '1', '2']);
    queue.remove(queue.items[0]!.id);
    expect(queue.items.map((item) => item.name)).toEqual(['1', '2']);
    expect(discarded).toEqual([{ address: '/api/v1/files/uploads/three', fileId: null }]);
    expect(sent[2]?.actions).toEqual(['start', 'pause']);
  });
});

describe('a refusal', () => {
  it('is said in the words of the server', async () => {
    const { queue, sent } = page();
    queue.add([file()]);
    await settle();
    const body = JSON.stringify({ code: 'quota_exceeded', title: 'No room left', detail: 'Your files may take 5GB.' });
    sent[0]!.events.onError(readRefusal(413, body));
    expect(queue.items[0]).toMatchObject({
      state: 'failed',
      error: { code: 'quota_exceeded', title: 'No room left', detail: 'Your files may take 5GB.' },
    });
  });

  it('has the words of the catalogue without an answer, and goes on when the connection is back', async () => {
    const { queue, sent, states } = page();
    queue.add([file()]);
    await settle();
    sent[0]!.events.onError(network);
    expect(queue.items[0]?.error).toEqual({ code: 'network', title: 'Upload failed', detail: 'Please try again' });
    for (const listener of online) listener();
    await settle();
    expect(states()).toEqual(['uploading']);
    expect(sent[0]?.actions).toEqual(['start', 'start']);
  });

  it('a transfer that the server has discarded starts again from the beginning on Retry', async () => {
    const { queue, sent } = page();
    queue.add([file()]);
    await settle();
    sent[0]!.events.onAddress('/api/v1/files/uploads/one');
    sent[0]!.events.onError({ code: 'upload_expired', title: 'Upload expired', detail: '…' });
    queue.retry(queue.items[0]!.id);
    await settle();
    expect(sent.map((one) => one.address)).toEqual([null, null]);
  });

  it('of a banner of more than 5 MB needs no question to the server', async () => {
    const { queue, sent } = page([], 'forum_banner');
    queue.add([file('wide.png', 5 * 1024 * 1024), file('wider.png', 5 * 1024 * 1024 + 1)]);
    await settle();
    expect(sent.map((one) => one.file.name)).toEqual(['wide.png']);
    expect(queue.items[1]?.error).toEqual({
      code: 'file_too_large',
      title: 'File too large',
      detail: 'Banner images must be under 5MB',
    });
    expect(mayTryAgain(queue.items[1]!.error!)).toBe(false);
    expect(mayTryAgain(network)).toBe(true);
  });

  it('without a body says what its status means', () => {
    expect(readRefusal(507, '').code).toBe('storage_full');
    expect(readRefusal(413, '<html>')).toEqual(network);
  });

  it('has the words of the catalogue where the server failed, and is known to be unexplained', () => {
    const general = { code: 'internal', title: 'Error', detail: 'Something went wrong. Please try again.' };
    const failed = readRefusal(500, JSON.stringify(general));
    expect(failed).toEqual({ code: 'internal', title: 'Upload failed', detail: 'Please try again' });
    expect(mayTryAgain(failed)).toBe(true);
    expect([failed, network, readRefusal(507, '')].map(isUnexplained)).toEqual([true, true, false]);
  });
});

describe('after a reload', () => {
  async function leave() {
    const before = page();
    before.queue.add([file('here.wav'), file('half.wav', 800, 7), file('never.wav')]);
    await settle();
    before.sent[0]!.events.onAddress('/api/v1/files/uploads/a');
    before.sent[0]!.events.onDone('a');
    before.sent[1]!.events.onAddress('/api/v1/files/uploads/b');
    before.sent[1]!.events.onStored(400);
  }

  it('what is here is here, what is unfinished is offered, what never began is not', async () => {
    await leave();
    const { queue } = page([{ id: 'a', kind: 'audio', url: null, originalUrl: '/files/a' }]);
    await settle();
    expect(queue.items).toMatchObject([
      { name: 'here.wav', state: 'done', fileId: 'a', previewUrl: '/files/a' },
      { name: 'half.wav', state: 'unfinished', progress: 0.5, file: null },
    ]);
  });

  it('the same file chosen again goes on where it was, another one is new', async () => {
    await leave();
    const { queue, sent } = page([{ id: 'a', kind: 'audio', originalUrl: '/files/a' }]);
    await settle();
    const { id } = queue.items[1]!;
    expect(queue.attach(id, file('half.wav', 801, 7))).toBe(false);
    queue.add([file('half.wav', 800, 7), file('half.wav', 800, 8)]);
    await settle();
    expect(sent.map((one) => one.address)).toEqual(['/api/v1/files/uploads/b', null]);
    expect(queue.items.map((item) => item.name)).toEqual(['here.wav', 'half.wav', 'half.wav']);
  });

  it('a transfer whose last answer was lost is found complete', async () => {
    await leave();
    const { queue } = page([
      { id: 'a', kind: 'audio', originalUrl: '/files/a' },
      { id: 'b', kind: 'audio', originalUrl: '/files/b' },
    ]);
    await settle();
    expect(queue.items[1]).toMatchObject({ state: 'done', fileId: 'b' });
  });

  it('a file that the server has thrown away says so and is no part of the form', async () => {
    await leave();
    const { queue } = page();
    await settle();
    expect(queue.items[0]).toMatchObject({ state: 'failed', fileId: null, error: { code: 'file_not_usable' } });
  });

  it('nothing is left of a form that was sent, or of what is older than a day', async () => {
    await leave();
    const { queue } = page();
    queue.clear();
    expect(page().queue.items).toEqual([]);
    await leave();
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000 });
    expect(page().queue.items).toEqual([]);
    vi.useRealTimers();
  });

  it('what cannot be read is nothing', () => {
    localStorage.setItem(`uploads:${place}`, '[{"id":1},null,"x"]');
    expect(page().queue.items).toEqual([]);
    localStorage.setItem(`uploads:${place}`, '{');
    expect(page().queue.items).toEqual([]);
  });
});

it('a file without a type is known by its ending', () => {
  expect(seemingKind({ name: 'Kick.AIFF', type: '' })).toBe('audio');
  for (const ending of ['mkv', 'MTS', 'm2ts', 'flv'])
    expect(seemingKind({ name: `a.${ending}`, type: '' })).toBe('video');
  expect(seemingKind({ name: 'a.zip', type: 'application/zip' })).toBe('archive');
  expect(seemingKind({ name: 'a.exe', type: 'application/octet-stream' })).toBeNull();
});

describe('the time that a rate limit asks for', () => {
  it('is read in seconds or as a date, with bounds; ten seconds where nothing is said', () => {
    expect(limitSeconds(429, '38', '')).toBe(38);
    expect(limitSeconds(429, '0', '')).toBe(1);
    expect(limitSeconds(429, '999999', '')).toBe(3600);
    expect(limitSeconds(429, undefined, '<html>')).toBe(10);
    expect(limitSeconds(429, 'later', '')).toBe(10);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') });
    expect(limitSeconds(429, 'Fri, 01 May 2026 12:00:20 GMT', '')).toBe(20);
    vi.useRealTimers();
  });

  it('is none of other answers, nor of a refusal that waiting does not end', () => {
    expect(limitSeconds(503, '38', '')).toBeNull();
    const tooMany = JSON.stringify({ code: 'too_many_uploads', title: 'Upload failed', detail: 'Finish one first.' });
    expect(limitSeconds(429, '38', tooMany)).toBeNull();
  });
});
