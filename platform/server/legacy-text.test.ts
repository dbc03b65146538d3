import { describe, expect, test } from 'vitest';
import { encoded } from '#site/testing/encoded.ts';
import { type LegacyEncoding, decodeText, guessEncoding, mislabelled } from './legacy-text.ts';

const texts: readonly (readonly [LegacyEncoding, string])[] = [
  ['shift_jis', '夜のドライブ'],
  ['shift_jis', 'ユメノツヅキ 上原ひろみ'],
  ['shift_jis', '東京'],
  ['shift_jis', 'ドラム_キック_01.wav'],
  ['shift_jis', '新しいフォルダ/ソロ.wav'],
  ['gbk', '夜曲 周杰伦 十一月的萧邦'],
  ['gbk', '上海'],
  ['gbk', '鼓点/军鼓_01.wav 大鼓_02.wav 人声/女声.wav'],
  ['windows-1251', 'Ночной привет Кино Группа крови'],
  ['windows-1251', 'Кино'],
  ['windows-1251', 'БАРАБАНЫ/Бочка 01.wav'],
  ['windows-1252', 'Björk – Jóga'],
  ['windows-1252', 'Café del Mar'],
  ['windows-1252', 'Motörhead'],
  ['windows-1252', '“Für Elise” Über'],
  ['windows-1252', 'L’été à la plage'],
  ['windows-1252', 'Señorita Ñandú'],
  ['windows-1252', 'Große Straße'],
  ['windows-1252', 'Ça va?'],
  ['big5', '愛你一萬年 劉德華'],
  ['big5', '月亮代表我的心'],
  ['euc-kr', '사랑해요 아이유'],
  ['euc-kr', '봄날'],
  ['koi8-r', 'Привет из Москвы'],
];

describe('bytes that are no UTF-8', () => {
  test.each(texts)('in %s are read: %s', (encoding, text) => {
    const bytes = encoded(text, encoding);
    expect(guessEncoding(bytes)).toBe(encoding);
    expect(decodeText(bytes)).toBe(text);
  });

  test('never become a replacement character, whatever they are', () => {
    for (let seed = 1; seed < 400; seed++) {
      const bytes = Buffer.from(Array.from({ length: 12 }, (_, at) => ((seed * 7919 + at * 104_729) >> 3) & 0xff));
      expect(decodeText(bytes)).not.toContain('\uFFFD');
    }
  });
});

test('UTF-8 is UTF-8, even if it reads in another encoding too', () => {
  for (const [, text] of texts) expect(decodeText(Buffer.from(text))).toBe(text);
});

test.each(texts)('a text in %s that a file calls Latin 1 is noticed where it is long enough: %s', (encoding, text) => {
  const read = encoded(text, encoding).toString('latin1');
  const isPlain = encoding === 'windows-1252';
  const high = [...read].filter((character) => character >= '\x80').length;
  if (isPlain) expect(mislabelled(read)).toBeNull();
  else if (high >= 6) expect(mislabelled(read)).toBe(encoding);
});

test('a text of megabytes is judged by its beginning, wherever that ends', () => {
  const text = encoded('夜のドライブ ', 'shift_jis');
  for (const cut of [0, 1])
    expect(guessEncoding(Buffer.concat([Buffer.alloc(cut, 0x20), Buffer.alloc(4_000_000, text)]))).toBe('shift_jis');
});
