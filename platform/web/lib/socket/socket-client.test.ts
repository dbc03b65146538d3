import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '#platform/contract/event.ts';
import { makeSocket } from './socket-client.ts';
import type { WireSocket } from './socket-connection.ts';

class FakeSocket implements WireSocket {
  readyState = 1;
  sent: unknown[] = [];
  closed = false;
  #listeners = new Map<string, (event: { data: unknown }) => void>();
  addEventListener(type: string, listener: (event: { data: unknown }) => void) {
    this.#listeners.set(type, listener);
  }
  send(data: string) {
    this.sent.push(JSON.parse(data));
  }
  close() {
    this.closed = true;
    this.readyState = 3;
  }
  /** The server says something. */
  say(message: ServerMessage) {
    this.#listeners.get('message')?.({ data: JSON.stringify(message) });
  }
  /** The network is gone. */
  lose() {
    this.readyState = 3;
    this.#listeners.get('close')?.({ data: null });
  }
}

const hello: ServerMessage = { kind: 'hello', viewer: null, heartbeat: 25_000 };
const topic = 'forum-post:1';
const AGE = 1200;
const event = (seq: number | null, id = 'a'): ServerMessage => ({
  kind: 'event',
  topic,
  seq,
  type: 'reply_created',
  data: { id },
});

function world() {
  const opened: FakeSocket[] = [];
  const ready: boolean[] = [];
  const socket = makeSocket({
    connect: () => {
      const fake = new FakeSocket();
      opened.push(fake);
      return fake;
    },
    whenIdle: (run) => setTimeout(run, 100),
    onReady: (isReady) => ready.push(isReady),
    dataAge: () => AGE,
  });
  return { socket, opened, ready, last: () => opened.at(-1)! };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what is said of the connection', () => {
  it('is lost only where one was there, and fine again with the greeting, with sleep and without listeners', () => {
    const { socket, ready, last } = world();
    const stop = socket.subscribe(topic, { onEvent() {} });
    vi.advanceTimersByTime(100);
    // A proxy that lets no socket through.
    last().lose();
    expect(ready).toEqual([]);
    vi.advanceTimersByTime(1000);
    last().say(hello);
    last().lose();
    expect(ready).toEqual([true, false]);
    vi.advanceTimersByTime(1000);
    last().say(hello);
    expect(ready).toEqual([true, false, true]);
    last().lose();
    stop();
    vi.advanceTimersByTime(5000);
    expect(ready.at(-1)).toBe(true);
  });
});

describe('opening and closing', () => {
  it('opens once, when idle, only when a topic is wanted', () => {
    const { socket, opened } = world();
    socket.onSignedOut(() => {});
    vi.advanceTimersByTime(10_000);
    expect(opened).toHaveLength(0);
    socket.subscribe(topic, { onEvent: () => {} });
    socket.subscribe('forum', { onEvent: () => {} });
    expect(opened).toHaveLength(0);
    vi.advanceTimersByTime(100);
    expect(opened).toHaveLength(1);
  });

  it('subscribes after hello, with the number that the page holds', () => {
    const { socket, last } = world();
    socket.subscribe(topic, { onEvent: () => {}, after: 7 });
    vi.advanceTimersByTime(100);
    expect(last().sent).toEqual([]);
    last().say(hello);
    expect(last().sent).toEqual([{ kind: 'subscribe', topic, after: 7 }]);
  });

  it('subscribes back to the oldest data that a part of the page knows the number of, whatever part listened first', () => {
    const { socket, last } = world();
    const heard: string[] = [];
    const hear = (who: string, after?: number) =>
      socket.subscribe(topic, { onEvent: ({ seq }) => heard.push(`${who} ${seq}`), ...(after && { after }) });
    hear('menu');
    hear('page', 8);
    hear('list', 7);
    vi.advanceTimersByTime(100);
    last().say(hello);
    expect(last().sent).toEqual([{ kind: 'subscribe', topic, within: AGE, after: 7 }]);
    last().say({ kind: 'subscribed', topic, seq: 6 });
    for (const seq of [7, 8, 9]) last().say(event(seq));
    // Each hears what its own data does not have.
    expect(heard).toEqual(['menu 7', 'menu 8', 'list 8', 'menu 9', 'page 9', 'list 9']);
  });

  it('closes when nothing is listened to any more, and does not come back', () => {
    const { socket, opened, last } = world();
    const stop = socket.subscribe(topic, { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    last().say(hello);
    stop();
    expect(last().sent.at(-1)).toEqual({ kind: 'unsubscribe', topic });
    vi.advanceTimersByTime(60_000);
    expect(last().closed).toBe(true);
    expect(opened).toHaveLength(1);
  });
});

describe('events', () => {
  it('reach the listeners of their topic once, in order', () => {
    const { socket, last } = world();
    const seen: unknown[] = [];
    socket.subscribe(topic, { onEvent: (got) => seen.push(got.seq), after: 3 });
    socket.subscribe('forum', { onEvent: () => seen.push('wrong') });
    vi.advanceTimersByTime(100);
    last().say(hello);
    for (const seq of [4, 4, 3, 5]) last().say(event(seq));
    last().say(event(null));
    expect(seen).toEqual([4, 5, null]);
  });

  it('are not delivered after unsubscribing', () => {
    const { socket, last } = world();
    const seen: unknown[] = [];
    const stop = socket.subscribe(topic, { onEvent: (got) => seen.push(got) });
    vi.advanceTimersByTime(100);
    last().say(hello);
    stop();
    last().say(event(1));
    expect(seen).toEqual([]);
  });

  it('reach a part of the page that begins to listen later, back to when its data may have been read', () => {
    const { socket, last } = world();
    socket.subscribe(topic, { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    last().say(hello);
    last().say({ kind: 'subscribed', topic, seq: 1 });
    last().say(event(2, 'long ago'));
    vi.advanceTimersByTime(AGE + 1);
    last().say(event(3, 'just now'));
    last().say(event(null, 'hint'));
    const heard: unknown[] = [];
    let resets = 0;
    socket.subscribe(topic, { onEvent: ({ data }) => heard.push(data), onReset: () => resets++ });
    expect(heard).toEqual([{ id: 'just now' }, { id: 'hint' }]);
    expect(resets).toBe(0);
    for (let seq = 4; seq < 60; seq++) last().say(event(seq));
    socket.subscribe(topic, { onEvent: () => {}, onReset: () => resets++ });
    expect(resets).toBe(1);
  });

  it('a second listener with older data gets a reset', () => {
    const { socket, last } = world();
    const reset = vi.fn<() => void>();
    socket.subscribe(topic, { onEvent: () => {}, after: 3 });
    vi.advanceTimersByTime(100);
    last().say(hello);
    last().say(event(4));
    socket.subscribe(topic, { onEvent: () => {}, onReset: reset, after: 3 });
    expect(reset).toHaveBeenCalledOnce();
  });
});

describe('a lost connection', () => {
  it('comes back after 1, 2, 5, 10 seconds, then every 10', () => {
    const { socket, opened, last } = world();
    socket.subscribe(topic, { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    const waits = [1, 2, 5, 10, 10, 10];
    for (const [index, seconds] of waits.entries()) {
      last().lose();
      vi.advanceTimersByTime(seconds * 1000 - 1);
      expect(opened).toHaveLength(index + 1);
      vi.advanceTimersByTime(1);
      expect(opened).toHaveLength(index + 2);
    }
  });

  it('resumes after the last number seen, and counts from 1 second again', () => {
    const { socket, opened, last } = world();
    socket.subscribe(topic, { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    last().say(hello);
    last().say({ kind: 'subscribed', topic, seq: 10 });
    last().say(event(11));
    last().lose();
    vi.advanceTimersByTime(1000);
    last().say(hello);
    expect(last().sent).toEqual([{ kind: 'subscribe', topic, after: 11 }]);
    last().lose();
    vi.advanceTimersByTime(1000);
    expect(opened).toHaveLength(3);
  });

  it('that nobody closed is noticed: a ping after one heartbeat, given up after two', () => {
    const { socket, opened, last } = world();
    socket.subscribe(topic, { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    last().say(hello);
    vi.advanceTimersByTime(25_000);
    expect(last().sent).toContainEqual({ kind: 'ping' });
    last().say({ kind: 'pong', now: 0 });
    vi.advanceTimersByTime(50_000);
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(14_000);
    expect(opened[0]!.closed).toBe(true);
    expect(opened).toHaveLength(2);
  });

  it('sends the page a reset when the gap cannot be filled', () => {
    const { socket, last } = world();
    const reset = vi.fn<() => void>();
    const seen: unknown[] = [];
    socket.subscribe(topic, { onEvent: (got) => seen.push(got.seq), onReset: reset, after: 1 });
    vi.advanceTimersByTime(100);
    last().say(hello);
    last().say({ kind: 'reset', topic, seq: 900 });
    expect(reset).toHaveBeenCalledOnce();
    last().say(event(900));
    last().say(event(901));
    expect(seen).toEqual([901]);
  });

  it('sleeps while the page is put away, and wakes with it', () => {
    const { socket, opened } = world();
    socket.subscribe(topic, { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    socket.sleep();
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
    socket.wake();
    expect(opened).toHaveLength(2);
  });
});

describe('the session', () => {
  it('signed-out reaches its listeners', () => {
    const { socket, last } = world();
    const out = vi.fn<() => void>();
    const stop = socket.onSignedOut(out);
    socket.subscribe(topic, { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    last().say(hello);
    last().say({ kind: 'signed-out' });
    expect(out).toHaveBeenCalledOnce();
    stop();
    last().say({ kind: 'signed-out' });
    expect(out).toHaveBeenCalledOnce();
  });

  it('a topic refused to an older connection is asked for once on a new one', () => {
    const { socket, opened, last } = world();
    socket.subscribe('viewer:1', { onEvent: () => {} });
    vi.advanceTimersByTime(100);
    last().say(hello);
    last().say({ kind: 'refused', topic: 'viewer:1', code: 'forbidden' });
    expect(opened).toHaveLength(2);
    last().say(hello);
    expect(last().sent).toEqual([{ kind: 'subscribe', topic: 'viewer:1', within: AGE }]);
    last().say({ kind: 'refused', topic: 'viewer:1', code: 'forbidden' });
    expect(opened).toHaveLength(2);
  });

  it('a topic whose right has ended is fetched again and listened to no more, on the connection that is open', () => {
    const { socket, opened, last } = world();
    const calls: string[] = [];
    socket.subscribe(topic, { onEvent: () => calls.push('event'), onReset: () => calls.push('reset') });
    // A listener that takes refusals reads what its reader may still see, not all that was shown.
    socket.subscribe(topic, {
      onEvent: () => calls.push('event'),
      onReset: () => calls.push('too much'),
      onRefused: () => calls.push('refused'),
    });
    vi.advanceTimersByTime(100);
    last().say(hello);
    last().say({ kind: 'subscribed', topic, seq: 4 });
    last().say({ kind: 'ended', topic, code: 'forbidden' });
    expect(calls).toEqual(['reset', 'refused']);
    expect(opened).toHaveLength(1);
    // Later parts of the page learn it too, and a new connection asks again.
    socket.subscribe(topic, { onEvent: () => {}, onRefused: () => calls.push('later') });
    expect(calls.at(-1)).toBe('later');
    last().lose();
    vi.advanceTimersByTime(1000);
    last().say(hello);
    expect(last().sent).toEqual([{ kind: 'subscribe', topic, after: 4 }]);
  });

  it('current and later listeners of a topic learn that a new connection was refused it', () => {
    const { socket, last } = world();
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    socket.subscribe('viewer:1', { onEvent: () => {}, onRefused: first });
    vi.advanceTimersByTime(100);
    for (const _ of [1, 2]) {
      expect(first).not.toHaveBeenCalled();
      last().say(hello);
      last().say({ kind: 'refused', topic: 'viewer:1', code: 'forbidden' });
    }
    expect(first).toHaveBeenCalledOnce();
    socket.subscribe('viewer:1', { onEvent: () => {}, onRefused: second });
    expect(second).toHaveBeenCalledOnce();
  });
});
