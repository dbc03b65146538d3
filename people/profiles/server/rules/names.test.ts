import { describe, expect, it, test } from 'vitest';
import { expectLinear } from '#site/testing/cost.ts';
import { isReservedUsername, resemblesStaff, skeletonsOf } from './reserved-names.ts';
import { faultOfName, normalName } from './names.ts';
import { nameSkeleton, usernameKey } from './skeleton.ts';

const MAX = 50;
const fault = (text: string): string | null => faultOfName(normalName(text), MAX);

describe('a name', () => {
  test.each([
    'Mina Loop',
    'Việt Nguyễn',
    'Björk Guðmundsdóttir',
    '李小龙',
    'Мария',
    'เก่ง',
    'نور الهدى',
    'می\u200cخواهم',
    'क्\u200dष',
    'DJ ❤️',
    '👨‍👩‍👧 crew',
    '👩🏽‍🎤',
    '🏴‍☠️',
    '1️⃣',
    '🎧',
    '...',
    "O'Neil & Sons, Ltd.",
  ])('is fine: %s', (name) => expect(fault(name)).toBeNull());

  test.each([
    ['a line feed', 'Mina\nAdmin'],
    ['a line separator', 'Mina\u2028Admin'],
    ['a turn of direction', 'Mina\u202enimdA'],
    ['an isolate', 'Mina\u2066x'],
    ['a mark of direction', '\u200fMina'],
    ['a zero width space', 'Mi\u200bna'],
    ['a joiner between Latin letters', 'Mi\u200dna'],
    ['a joiner after an accent', 'Mi\u0301\u200dna'],
    ['a soft hyphen', 'Mi\u00adna'],
    ['a tag', 'Mina\u{e0041}'],
    ['a control character', 'Mina\u0000'],
    ['a tab', 'Mina\tLoop'],
    ['a Hangul filler', '\u3164'],
    ['a blank of Braille', '\u2800\u2800'],
    ['half of a pair', 'Mina\ud800'],
    ['a private character', 'Mina\ue000'],
    ['an unassigned character', 'Mina\u0378'],
    ['blanks alone', '\u00a0 \u3000'],
    ['heaps of marks', 'M\u0316\u0317\u0318\u0319ina'],
    ['more characters than it looks like', 'ﷺ'.repeat(9)],
  ])('with %s is refused', (_, name) => expect(fault(name)).not.toBeNull());

  it('is stored in one form', () => {
    for (const [typed, stored] of [
      ['  Mina\u00a0\u3000 Loop ', 'Mina Loop'],
      ['𝓜𝓲𝓷𝓪', 'Mina'],
      ['ＭＩＮＡ', 'MINA'],
      ['Mi\u0301na', 'M\u00edna'],
    ] as const)
      expect(normalName(typed)).toBe(stored);
  });
});

describe('a name is confusable with', () => {
  const groups = [
    [
      'Milo',
      'milo',
      'MILO',
      'Мilo',
      'ΜΙLΟ',
      '𝓜𝓲𝓵𝓸',
      'M1l0',
      'ᴍɪʟᴏ',
      'Mílö',
      'M i l o',
      'Milo.',
      'Milo ✓',
      '🅼🅸🅻🅾',
      'м𝗂ӏо',
    ],
    // Canadian syllabics, as generators of fancy names write Latin letters.
    ['Ada', 'ᗩᗪᗩ', 'ᗅᗞᗅ', 'ᐱᗪᐱ', '4da', 'ᎪᎠᎪ', 'ad4'],
    ['Pedro Swift', 'ᑭᗴᗪᖇO ᔕᗯIᖴT', 'p3dr0_5w1f7'],
    ['Ada Strand', 'ada_strand', 'Аda Ѕtrand', 'Ada  Strand', 'A.d.a Strand', 'ΛDΛ STRΛND'],
    ['Мария', 'МАРИЯ', 'Mария', 'мария'],
    ['Marvin', 'Rnarvin', 'ⅯⅰⅯarvin'.slice(2), 'ɱarvin'],
    ['🎧', '🎧 '],
  ];
  it('the others of its group, and none of another', () => {
    const skeletons = groups.map((names) => [...new Set(names.map(nameSkeleton))]);
    for (const [at, names] of groups.entries()) expect(skeletons[at], names[0]).toHaveLength(1);
    expect(new Set(skeletons.flat()).size).toBe(groups.length);
  });

  it('a name to which somebody puts a title', () => {
    for (const name of ['The Real Milo', 'Mod Milo', 'milo_mod', 'Milo Support', 'real_milo', 'Milo (alt)'])
      expect(skeletonsOf(name), name).toContain(nameSkeleton('Milo'));
    for (const name of ['Milo Beats', 'Milonga', 'Team', 'The Mod'])
      expect(skeletonsOf(name), name).not.toContain(nameSkeleton('Milo'));
  });

  it('a username as its key says', () => {
    for (const name of ['mina_01', 'rnvv__5', 'iil10', 'vvv', 'rrnn', 'a5s', 'vv_w'])
      expect(nameSkeleton(name)).toBe(usernameKey(name));
  });
});

describe('the people of the site', () => {
  test.each([
    'Support Team',
    'SupportTeam',
    'Ѕuppоrt Tеаm',
    'S u p p o r t  T e a m',
    'Supp0rt T3am',
    'Mod Squad',
    'The Mods',
    'm0d $quad',
    'Site Security',
    'Security',
    'Billing',
    'Stᴀғғ',
    'ᗷIᒪᒪIᑎG',
    'B1ll1ng',
    'Payments',
    'Copyright',
    'Trust & Safety',
    'Help Desk',
    'Account Verification Team',
    'Looproom Security',
    '[Mod] Nova',
    'Nova | Owner',
    'Nova – Mod',
    'Mod - Nova',
    '★ Mod ★ Nova',
    'Deleted member',
    'Unknown User',
  ])('are nobody else: %s', (name) => expect(resemblesStaff(name, 'Looproom')).toBe(true));

  test.each([
    'Adminton',
    'Badminton Club',
    'Modulator',
    'Mod Wheel',
    'Depeche Mod Fan',
    'Modest Team',
    'Security Blanket',
    'Team Rocket',
    'The Supporters',
    'Helping Hands',
    'Squad 51',
    'Crew Love',
    'Site Specific',
    'Stafford',
    'Owner of a Lonely Heart',
    'Mod-Father',
    'Customer 9',
    'The Trust',
  ])('are not meant by: %s', (name) => expect(resemblesStaff(name, 'Looproom')).toBe(false));

  test.each([
    'constructor',
    '__proto__',
    '4dmin',
    'b1lling',
    'billing_team',
    'refunds',
    'support_team',
    'modsquad',
    'site_security',
    'securityteam',
    'supp0rt_t3am',
    'help_desk',
    'mod_squad_7',
  ])('have no such username: %s', (name) => expect(isReservedUsername(name)).toBe(true));
  test.each(['adminton', 'modwheel', 'security_blanket', 'team_rocket', 'squad51', 'the_supporters'])(
    'leave the username %s',
    (name) => expect(isReservedUsername(name)).toBe(false),
  );
});

describe('whatever somebody types', () => {
  /** Numbers that come the same way each time (a linear congruential generator), below 1. */
  function numbersFrom(seed: number): () => number {
    let state = seed;
    return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
  }
  const pieces: readonly ((next: () => number) => string)[] = [
    // Any code point, halves of pairs and unassigned ones too.
    (next) => String.fromCodePoint(Math.floor(next() * 0x11_0000)),
    (next) => String.fromCharCode(Math.floor(next() * 0x1_0000)),
    (next) => String.fromCodePoint(0x20 + Math.floor(next() * 0x5f)),
    (next) => String.fromCodePoint(0x300 + Math.floor(next() * 0x70)).repeat(1 + Math.floor(next() * 6)),
    (next) => String.fromCodePoint(0x2000 + Math.floor(next() * 0x70)),
    (next) =>
      ['\u200d', '\ufe0f', '\u3164', '\u2800', '\u00ad', '\u061c', '\u180e', '\u{e0001}'][Math.floor(next() * 8)]!,
    (next) => ['ﷺ', 'ﬃ', 'Ⅷ', '㍿', '½', '𝓐', '☕', '🇳🇴', '👩‍🎤', 'İ', 'ß', 'ẞ'][Math.floor(next() * 12)]!,
  ];
  const hidden =
    /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u3164\u2800\u{e0000}-\u{e007f}]/u;

  it('a name that is taken is one line that is seen, in its normal form, and within its length', () => {
    const next = numbersFrom(11);
    let taken = 0;
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: 1 + Math.floor(next() * 6) }, () =>
        pieces[Math.floor(next() * pieces.length)]!(next),
      ).join('');
      const name = normalName(text);
      if (faultOfName(name, MAX) !== null) continue;
      taken++;
      const shown = JSON.stringify(name);
      expect(normalName(name), shown).toBe(name);
      expect(name.length, shown).toBeLessThanOrEqual(MAX);
      expect(name.isWellFormed(), shown).toBe(true);
      expect(hidden.test(name), shown).toBe(false);
      expect(/[\p{L}\p{N}\p{P}\p{S}]/u.test(name), shown).toBe(true);
      expect(/\p{M}{4}/u.test(name.normalize('NFD')), shown).toBe(false);
      // What is not seen changes no skeleton, and a skeleton is there to compare.
      expect(nameSkeleton(name), shown).not.toBe('');
      expect(nameSkeleton(`${name}\u200d\ufe0f`), shown).toBe(nameSkeleton(name));
    }
    expect(taken).toBeGreaterThan(2000);
  });

  it.each(['a', 'mod', 'support', '\u0301', '\u200d', '🎧', '(', 'ﷺ', '_'])(
    'is judged at a cost that grows with its length, not with the square of it, however odd: %s',
    async (piece) => {
      await expectLinear((length) => fault(piece.repeat(length / piece.length)), 20_000);
      await expectLinear((length) => {
        // What is longer than a name may be is refused before it is compared.
        const name = normalName(piece.repeat(20_000 / piece.length)).slice(0, length);
        resemblesStaff(name, 'Looproom');
        skeletonsOf(name);
      }, 200);
    },
  );
});
