import { describe, expect, it } from 'vitest';
import { renderMarkdown, splitTitle } from '#platform/server/markdown/render.ts';
import { compileBannedWords } from './banned-words.ts';
import { linksIn } from './links.ts';
import { findPrivateInformation } from './private-information.ts';
import { type Written, readWords } from './words.ts';

const kindsIn = (text: string | Written): string[] => [
  ...new Set(readWords(text).readings.flatMap((reading) => findPrivateInformation(reading).map(({ kind }) => kind))),
];
const html = (source: string): string =>
  renderMarkdown(source, { knownUsernames: new Set(), siteUrl: 'https://we.example' }).html;

/** A post as it is stored: title and rest rendered apart. */
function post(content: string): Written {
  const { title, rest } = splitTitle(content);
  return { content, title, html: html(rest) };
}

describe('private information is found as readers see it', () => {
  it.each([
    ['john.private&#64;gmail.com', 'email address'],
    ['john.private&commat;gmail&period;com', 'email address'],
    ['john.pri&shy;vate@gm\u00ADail.com', 'email address'],
    ['+49 1&#53;1 23&#52;56789', 'phone number'],
    ['+49 151 [234](https://example.com/)56789', 'phone number'],
    ['Hi\n\n+49 151 [234][a]56789\n\n[a]: https://example.com/', 'phone number'],
    ['![+49 151](https://example.com/a.png) 23456789', 'phone number'],
    ['![+49 151](/files/a.png) 23456789', 'phone number'],
    ['+49 151\n23456789', 'phone number'],
    ['+49 151  \n23456789', 'phone number'],
    ['> +49 151\n> 23456789', 'phone number'],
    ['1. +49 151\n2. 23456789', 'phone number'],
    ['+49 151 <b>234</b>56789', 'phone number'],
    ['[write to me](https://wa.me/491512%334567890)', 'phone number'],
    ['card 4111 **1111** 1111 1111', 'card number'],
    ['Hi\n\ncard 4111 ||1111|| `1111` ~~1111~~', 'card number'],
    ['4111\\-1111\\-1111\\-1111', 'card number'],
    ['- 4111\n- 1111\n- 1111\n- 1111', 'card number'],
    ['| 4111 | 1111 |\n|-|-|\n| 1111 | 1111 |', 'card number'],
    ['```\n4111\n1111\n```\n1111 1111', 'card number'],
    // The first line is the title: what follows is rendered without it.
    ['- ~~~ x\n  john.private&#64;gmail.com', 'email address'],
    ['Hello `\njohn.private&#64;gmail.com`', 'email address'],
    ['> [x]: https://example.com "\njohn.private&#64;gmail.com"', 'email address'],
    ['4111 1111\n1111 1111', 'card number'],
  ])('%j', (content, kind) => {
    expect(kindsIn(post(content))).toContain(kind);
  });

  it('in fields that stand below each other', () => {
    const fields = { content: '4111 1111\nA kit', title: '4111 1111', html: html('1111 1111') };
    expect(kindsIn(fields)).toContain('card number');
    const tags = { content: 'A kit', html: html('Mine'), others: ['4111 1111 1111 1111'] };
    expect(kindsIn(tags)).toContain('card number');
  });
});

it('lines that only follow each other hold nothing', () => {
  for (const text of [
    'Tempos:\n- 120\n- 140\n- 90\n- 174',
    '| Track | BPM | Length |\n|-|-|-|\n| 01 | 128 | 3:45 |\n| 02 | 174 | 4:05 |',
    'Tracklist\n1. Intro 01:12\n2. Night 03:45\n3. Day 04:20\n4. Outro 02:02',
    'Released 2024\n12 tracks\n48000 Hz\n24 bit',
    'Which tempo?\n120\n140\n90\n85',
    '440\n880\n1760\n3520',
    'Delay 0.25\n0.5\n0.75\n1.0',
    '2024-03-01\n2024-03-08\n2024-03-15',
    'Thanks @milo\n@anna for the stems',
    'EQ: 80 Hz\n-3 dB\n1200 Hz\n+2 dB\n10000 Hz\n+1.5 dB',
    'https://example.com/watch?v=015123456789\n\n2024',
  ])
    expect(kindsIn(post(text)), text).toEqual([]);
});

it('banned words are found as readers see them', () => {
  const find = compileBannedWords(['skibidi', 'buy followers']);
  for (const text of [
    'ski[bi](https://example.com/)di',
    'ski&#98;idi',
    'ski\u200Bbidi',
    'ski&ZeroWidthSpace;bidi',
    'ski![bi](https://example.com/a.png)di',
    'ski||bi||di',
    'ski_bi_di **ski**bi~~di~~',
    'buy [followers](https://example.com/)',
    '<i>ski</i>bidi',
  ])
    expect(
      readWords(post(text)).readings.flatMap((reading) => find(reading)),
      text,
    ).not.toEqual([]);
});

it('the same words in other markup are the same text', () => {
  const shown = readWords(post('Get plays\n\nten **thousand** plays')).shown;
  for (const other of ['Get plays\n\nten thousand plays', 'Get pl&#97;ys\n\n> ten `thousand` pl\u00ADays'])
    expect(readWords(post(other)).shown).toBe(shown);
  expect(readWords(post('![](/files/a.png)')).shown).not.toBe(readWords(post('![](/files/b.png)')).shown);
});

it('every link counts, however it is written', () => {
  const count = (text: string) => linksIn(readWords(post(text)).linked, 'https://we.example');
  expect(count('Mine https://a.example https://b.example/x [c](https://c.example)')).toBe(3);
  expect(count('Hi\n\n[a][x] [b][x] [c][x] [d][x]\n\n[x]: https://a.example')).toBe(4);
  expect(count('Hi\n\nhttps&#58;//a.example <https://b.example> www&#46;c.example')).toBe(3);
  expect(count('Hi\n\n[https://a.example](https://a.example/)')).toBe(1);
  expect(count('Hi\n\n[www.a.example www.b.example](https://c.example)')).toBe(2);
  expect(count('Hi\n\n![one](https://a.example/b.png)')).toBe(1);
  expect(count('Hi\n\nhttps://we.example/forum [us](/forum)')).toBe(0);
});

it('a text of the largest size is read with a bounded number of steps', () => {
  const size = 20_000;
  for (const part of ['1\n', '<b>', '4111 ', '<!--', '&#49;', '@\n', '1 \n \n', '**1** ', '[a](b) ', ' \n', 'a@']) {
    const words = readWords(part.repeat(size / part.length));
    expect(words.readings.length).toBeLessThanOrEqual(4);
    expect(words.readings.every((reading) => reading.length <= size * 2)).toBe(true);
  }
});
