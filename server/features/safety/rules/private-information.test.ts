import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPrivateInformation } from './private-information.ts';

const kindsIn = (text: string): string[] => findPrivateInformation(text).map((finding) => finding.kind);

describe('private information', () => {
  it.each([
    ['call me +49 170 5550123', 'phone number'],
    ['my number is 555 0123', 'phone number'],
    ['06 12 34 56 78', 'phone number'],
    ['06.12.34.56.78', 'phone number'],
    ['(212) 555-0199', 'phone number'],
    ['0170 5550123', 'phone number'],
    ['01719998877', 'phone number'],
    ['oh six one two three four five six seven eight', 'phone number'],
    ['+４９ １７０ 5550123', 'phone number'],
    ['+49 1\u200B70 5550123', 'phone number'],
    ['mail jane.doe@gmail.com', 'email address'],
    ['jane (at) mail (dot) de', 'email address'],
    ['jane at mail dot de', 'email address'],
    ['he lives at 12 Baker Street', 'home address'],
    ['Hauptstraße 12', 'home address'],
    ['14 rue de la Paix', 'home address'],
    ['Calle Mayor 12', 'home address'],
    ['4111 1111 1111 1111', 'card number'],
    ['DE89 3704 0044 0532 0130 00', 'identity number'],
    ['078-05-1120', 'identity number'],
    ['passport number C01X00T47', 'identity number'],
  ])('is found in "%s"', (text, kind) => {
    expect(kindsIn(text)).toContain(kind);
  });

  it.each([
    '44.1 kHz / 24 bit at -14 LUFS',
    '120 128 140 174 bpm',
    '200 400 800 1600 Hz',
    'TR-808, MPC 2000XL, 1176, LA-2A, SM57, 2N5457',
    'from 01:12:33:04 to 01:14:02:11',
    '2026-11-21, 21.11.2026, 11/21/2026',
    'CC 1 7 10 11 64, colour #ff6b35, version 1.2.3',
    'write to info@label.com or me@example.org',
    'ISRC GBAYE0601498, catalogue LR-0042',
    '$1,299.00 for the pair',
    '10-20 ms attack, 60-100 ms release, -3 -6 -12 -18 dB',
    '0.42 / 0.24 / 0.21 seconds',
    'https://example.org/12345678901234',
    'we recorded at Abbey Road',
    'the studio at home dot matrix printer',
  ])('is not seen in "%s"', (text) => {
    expect(kindsIn(text)).toEqual([]);
  });

  it('never keeps the words themselves', () => {
    expect(findPrivateInformation('jane.doe@gmail.com')[0]!.excerpt).not.toContain('jane');
  });

  it('is not seen in the demo community', () => {
    const folder = new URL('../../../../scripts/demo/threads/', import.meta.url);
    for (const name of readdirSync(folder))
      expect(findPrivateInformation(readFileSync(new URL(name, folder), 'utf8'))).toEqual([]);
  });

  it('is looked for in bounded time', () => {
    const started = performance.now();
    for (const part of [
      '1 ',
      '12-',
      'a.',
      'Aa ',
      '(1',
      'one ',
      'a@',
      'a.b@c.',
      'A1',
      'rue de ',
      '12 Aa ',
      ' at ',
      'AB12 ',
    ]) {
      findPrivateInformation(part.repeat(Math.ceil(50_000 / part.length)));
    }
    // Catastrophic backtracking takes minutes; this is a bound, not a benchmark.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
