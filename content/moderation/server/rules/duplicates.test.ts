import { readFileSync } from 'node:fs';
import { settingDefaults } from '#people/site-settings/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { demoThings } from '#scripts/demo/shared-things.ts';
import { readPeople } from '#scripts/demo/people.ts';
import { readThreads } from '#scripts/demo/threads.ts';
import { demoUploads } from '#scripts/demo/uploads.ts';
import { everydayReplies } from '#content/moderation/server/testing/everyday-replies.ts';
import { type NearPrint, contentFingerprint, nearPrint, similarity, sketchOf } from './duplicates.ts';

describe('the fingerprint of a text', () => {
  it('is the same for what a reader would call the same', () => {
    const one = contentFingerprint('hello world');
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    for (const same of [
      'Hello  World\n',
      'hel\u200Blo world',
      '  HELLO\t\r\nworld ',
      'ｈｅｌｌｏ world',
      'hello\u00A0world',
    ]) {
      expect(contentFingerprint(same)).toBe(one);
    }
  });

  it('differs where a word, an accent or a mark differs', () => {
    const texts = ['hello world', 'hello there', 'helloworld', 'héllo world', 'hello, world', ''];
    expect(new Set(texts.map(contentFingerprint)).size).toBe(texts.length);
  });
});

/** Whether two texts count as the same by the default of the settings, as the database finds them: first a band, then the words. */
function areNear(of: NearPrint | null, against: NearPrint | null): boolean {
  if (!of || !against || !against.bands.some((band) => of.bands.includes(band))) return false;
  return 100 * similarity(of.sketch, against.sketch) >= settingDefaults.nearTextPercent;
}

const advertisement = 'Get 10,000 real plays for $5 today at https://plays.example and be heard 🔥';
const long = readFileSync(new URL('../../../../docs/safety.md', import.meta.url), 'utf8').slice(0, 9000);

describe('texts that are nearly the same', () => {
  it.each([
    ['a number', advertisement.replace('10,000', '25,500')],
    ['an emoji', advertisement.replace('🔥', '🚀🚀')],
    ['a word', advertisement.replace('real', 'organic')],
    ['a word more', advertisement.replace('real', 'real and honest')],
    ['the link', advertisement.replace('plays.example', 'streams.example/now')],
    ['the order of words', 'Be heard today: at https://plays.example get real plays for $5 and 10,000'],
    ['letters that look alike, and accents', advertisement.replace('plays for', 'рlауs fór')],
    ['case and punctuation', advertisement.toUpperCase().replaceAll(' ', '... ')],
    ['characters that are not seen', advertisement.replaceAll('a', 'a\u200B')],
  ])('are found where %s changed', (_, changed) => {
    expect(changed).not.toBe(advertisement);
    expect(areNear(nearPrint(advertisement), nearPrint(changed))).toBe(true);
  });

  it.each([
    ['a text of many words', long, long.replace('Safety', 'Danger').replace('members', 'people')],
    [
      'Chinese',
      '今天只要五块钱就能获得一万次真实播放快来联系我们吧',
      '今天只要六块钱就能获得一万次真实播放快来联系我们吧',
    ],
    [
      'Russian',
      'Получи десять тысяч настоящих прослушиваний всего за пять монет',
      'Получи двадцать тысяч настоящих прослушиваний всего за пять монет',
    ],
    [
      'Arabic',
      'احصل على عشرة آلاف استماع حقيقي مقابل خمس عملات اليوم فقط',
      'احصل على عشرين آلاف استماع حقيقي مقابل خمس عملات اليوم فقط',
    ],
  ])('are found in %s', (_, one, other) => {
    expect(areNear(nearPrint(one), nearPrint(other))).toBe(true);
  });

  it('are compared from eight different words on; shorter ones must be equal', () => {
    expect(nearPrint('one two three four five six one two 8 9 10')).toBeNull();
    expect(nearPrint('one two three four five six seven eight')).not.toBeNull();
    expect(nearPrint('see https://a.example/one/two/three/four/five/six/seven')).toBeNull();
    expect(sketchOf('nice one')).toBeNull();
  });

  it('have a similarity that is the share of words in common, estimated where there are many', () => {
    const words = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, at) =>
        [...String(from + at)].map((digit) => 'abcdefghij'[+digit]).join(''),
      ).join(' ');
    const of = (one: string, other: string): number => similarity(sketchOf(one)!, sketchOf(other)!);
    expect(of(words(0, 30), words(10, 40))).toBe(0.5);
    expect(of(words(0, 30), words(0, 30))).toBe(1);
    expect(of(words(0, 30), words(50, 80))).toBe(0);
    expect(Math.abs(of(words(0, 3000), words(1000, 4000)) - 0.5)).toBeLessThan(0.2);
  });

  it('are none among the texts of the demo, and none among everyday replies', () => {
    const people = readPeople();
    const threads = readThreads(people).flatMap(({ title, body, replies }) => [
      `${title}\n\n${body}`,
      ...replies.map((reply) => reply.text),
    ]);
    const uploads = demoUploads.flatMap((upload) => [
      upload.text,
      ...(upload.comments ?? []).map((comment) => comment.text),
    ]);
    const things = demoThings.map(({ title, body }) => `${title}\n${body}`);
    const demo = [...threads, ...uploads, ...things];
    for (const [name, texts] of Object.entries({ 'texts of the demo': demo, 'everyday replies': everydayReplies })) {
      const prints = texts.flatMap((text) => nearPrint(text) ?? []);
      // As if an account of its own had written each of them within one day.
      const near = prints.map((one) => prints.filter((other) => other !== one && areNear(one, other)).length);
      const held = near.filter((others) => others >= settingDefaults.sameTextAccounts - 1).length;
      process.stdout.write(
        `near texts: ${texts.length} ${name}, ${prints.length} of them with 8 words and more; ${near.filter((others) => others > 0).length} have a near one, ${held} would be held\n`,
      );
      expect(held).toBe(0);
    }
    expect(demo.length).toBeGreaterThan(500);
    expect(new Set(everydayReplies).size).toBeGreaterThanOrEqual(200);
  });
});
