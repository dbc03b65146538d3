import { describe, expect, test } from 'vitest';
import { captions as limits } from '#platform/contract/caption-limits.ts';
import { expectLinear } from '#site/testing/cost.ts';
import { CaptionsRefused, readCaptions } from './webvtt.ts';

const cue = (text: string, times = '00:01.000 --> 00:02.500'): string => `WEBVTT\n\n${times}\n${text}\n`;

describe('captions are read cue by cue', () => {
  test('names of cues, notes, styles, regions and settings are left out, and times are written in full', () => {
    const file = [
      '\ufeffWEBVTT - made by a program',
      'Kind: captions',
      '',
      'STYLE',
      '::cue { background: url(https://evil.example/x) }',
      '',
      'NOTE for myself',
      '',
      'second',
      '01:00:03.000 --> 01:00:04.000 align:start position:10%',
      '<v Milo>Second & last</v>',
      '',
      '00:01.000 --> 00:02.500 line:0',
      'First &lt;one&gt;',
      'on two lines',
    ].join('\r\n');
    const { content, text } = readCaptions(file);
    expect(content).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nFirst &lt;one&gt;\non two lines\n\n01:00:03.000 --> 01:00:04.000\nSecond &amp; last\n',
    );
    expect(text).toBe('First <one>\non two lines\nSecond & last');
  });

  test.each([
    ['a script', '<script>alert(1)</script>Hello', 'alert(1)Hello'],
    ['a tag that never ends', 'Hello <b', 'Hello'],
    ['a tag in disguise', '&lt;script&gt;x', '&lt;script&gt;x'],
    ['characters that turn the direction', 'ab\u202ecd\u0000', 'abcd'],
    ['an arrow', 'a --> b'.replace('-->', '--&gt;'), 'a --&gt; b'],
  ])('only text is taken over from %s', (_name, written, stored) => {
    expect(readCaptions(cue(written)).content).toBe(`WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${stored}\n`);
  });

  test.each([
    ['something else', '1\n00:00:01,000 --> 00:00:02,000\nHello', 'does not begin with WEBVTT'],
    ['no captions', 'WEBVTT\n\nNOTE nothing', 'has no captions'],
    ['captions without words', cue('<b></b>'), 'has no captions'],
    ['times of another format', cue('Hello', '00:00:01,000 --> 00:00:02,000'), 'Line 3 has no times'],
    ['a text without times', 'WEBVTT\n\nHello', 'has no times'],
    ['an end before the beginning', cue('Hello', '00:02.000 --> 00:01.000'), 'Line 3 ends before it begins'],
    ['a text too long', cue('a'.repeat(limits.cueCharsMax + 1)), 'has more than'],
    [
      'too many',
      `WEBVTT\n\n${'00:01.000 --> 00:02.000\nHello\n\n'.repeat(limits.cuesMax + 1)}`,
      `has more than ${limits.cuesMax}`,
    ],
  ])('%s is refused with the reason', (_name, file, reason) => {
    expect(() => readCaptions(file)).toThrow(CaptionsRefused);
    expect(() => readCaptions(file)).toThrow(reason);
  });

  test.each(['<', '&', '\n', ' ', 'a\n\n'])(
    'a file of the largest size costs no more than its length: %j',
    async (part) => {
      await expectLinear((length) => {
        try {
          readCaptions(cue(part.repeat(length / part.length)));
        } catch (error) {
          expect(error).toBeInstanceOf(CaptionsRefused);
        }
      }, limits.maxChars);
    },
  );
});
