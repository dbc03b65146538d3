import { expect, test } from 'vitest';
import { rates } from '#platform/contract/rate-limits.ts';
import { readConfig } from '#platform/server/config.ts';
import { makeRateLimits } from './rate-limits.ts';

const clock = { now: () => new Date('2026-03-01T12:00:00Z') };

test('requests of one IPv6 network are counted together, and members for themselves wherever they are', () => {
  const limits = makeRateLimits(clock, { ...rates, write: { max: 2, windowSeconds: 60, by: 'caller' } });
  const visitor = (end: number) => limits.hit('write', { address: `2001:db8::${end}`, member: null });
  expect([visitor(1), visitor(2), visitor(3)]).toEqual([0, 0, 60]);
  expect(limits.hit('write', { address: '2001:db8::4', member: 'ada' })).toBe(0);
  expect(limits.hit('write', { address: '2001:db8:1::4', member: 'ada' })).toBe(0);
  expect(limits.hit('write', { address: '192.0.2.1', member: 'ada' })).toBe(60);
});

test('a client that a cookie proves is counted for itself where a network would be, and nowhere else', () => {
  const of = { max: 1, windowSeconds: 60 };
  const limits = makeRateLimits(clock, {
    ...rates,
    codeEntry: { ...of, by: 'address' },
    write: { ...of, by: 'caller' },
  });
  const [from, elsewhere] = [
    { address: '192.0.2.1', member: null },
    { address: '192.0.2.2', member: null },
  ];
  expect([limits.hit('codeEntry', from), limits.hit('codeEntry', from)]).toEqual([0, 60]);
  expect(limits.hit('codeEntry', { ...from, client: 'device' })).toBe(0);
  expect(limits.hit('codeEntry', { ...elsewhere, client: 'device' })).toBe(60);
  expect([limits.hit('write', from), limits.hit('write', { ...from, client: 'device' })]).toEqual([0, 60]);
});

test('strangers from however many networks push no counter of a member out', () => {
  const limits = makeRateLimits(clock, { ...rates, write: { max: 1, windowSeconds: 60, by: 'caller' } });
  const ada = () => limits.hit('write', { address: '192.0.2.1', member: 'ada' });
  expect(ada()).toBe(0);
  for (let count = 0; count < 60_000; count++)
    limits.hit('write', {
      address: `2001:db8:${(count >> 8).toString(16)}:${(count & 255).toString(16)}::1`,
      member: null,
    });
  expect(ada()).toBe(60);
});

test('the operator sets rates and attempt limits by their names', () => {
  const config = readConfig({ RATES: 'signIn=40/300, codeAccount=20/3600' });
  expect(config.rates.requests.signIn).toEqual({ max: 40, windowSeconds: 300, by: 'address' });
  expect(config.rates.requests.read).toEqual(rates.read);
  expect(config.rates.attempts.codeAccount).toEqual({ max: 20, windowSeconds: 3600 });
});

test.each([
  ['signin=40/300', 'RATES knows read, write,'],
  ['constructor=40/300', 'RATES knows read, write,'],
  ['signIn', 'RATES lists rates such as signIn=40/300'],
  ['signIn=0/300', 'not "signIn=0/300"'],
  ['signIn=40/0', 'not "signIn=40/0"'],
  ['signIn=40/90000', 'not "signIn=40/90000"'],
  ['signIn=-1/60', 'not "signIn=-1/60"'],
])('RATES=%s refuses the start and says why', (value, words) => {
  expect(() => readConfig({ RATES: value })).toThrow(words);
});
