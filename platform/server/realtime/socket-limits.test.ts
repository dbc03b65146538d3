import { expect, test } from 'vitest';
import { realtime as limits } from '#platform/contract/realtime-limits.ts';
import { makeMessageRate, makeSocketCounts } from './socket-limits.ts';

test('a session and a network have so many sockets at once, and one that closes makes room once', () => {
  const counts = makeSocketCounts();
  const client = { address: '203.0.113.5', session: 'one' };
  const places = Array.from({ length: limits.socketsPerSession }, () => counts.take(client));
  expect(places.every((place) => place !== null)).toBe(true);
  expect(counts.take(client)).toBe(null);
  for (let times = 0; times < 3; times++) places[0]!();
  expect(counts.take(client)).not.toBe(null);
  expect(counts.take(client)).toBe(null);
  const takeOne = (at: number) => counts.take({ address: `2001:db8:0:1::${at.toString(16)}`, session: null });
  for (let at = 0; at < limits.socketsPerNetwork; at++) expect(takeOne(at)).not.toBe(null);
  expect(takeOne(4000)).toBe(null);
  expect(counts.take({ address: '2001:db8:0:2::1', session: null })).not.toBe(null);
});

test('messages come in a burst, and then as fast as the rate', () => {
  let now = 0;
  const may = makeMessageRate(() => now);
  for (let at = 0; at < limits.messageBurst; at++) expect(may()).toBe(true);
  expect(may()).toBe(false);
  now += 1000;
  for (let at = 0; at < limits.messagesPerSecond; at++) expect(may()).toBe(true);
  expect(may()).toBe(false);
});
