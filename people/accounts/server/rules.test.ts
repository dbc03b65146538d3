import { describe, expect, test } from 'vitest';
import { expectAtMost } from '#site/testing/cost.ts';
import { isWeakPassword } from './passwords/passwords.ts';
import { isReservedUsername } from '#people/profiles/server/rules/reserved-names.ts';
import { deviceOf, usernameCandidates } from './rules.ts';

describe('a username is derived', () => {
  test.each([
    ['Ada Strand', 'a@example.org', 'ada_strand'],
    ['Björk Guðmundsdóttir', 'b@example.org', 'bjork_gu_mundsdottir'],
    ['!!!', 'quiet.owl+music@example.org', 'quiet_owl'],
    ['Anonymous User', 'quiet.owl@example.org', 'quiet_owl'],
    ['李', 'x@example.org', 'member2'],
    ['A very long name that never seems to end', 'a@example.org', 'a_very_long_name_that_ne'],
  ])('%s, %s: %s', (displayName, email, username) => {
    expect(usernameCandidates(displayName, email)[0]).toBe(username);
  });

  test('for staff from their name, whatever it says', () => {
    expect(usernameCandidates('Owner', 'root@example.org')[0]).not.toBe('owner');
    expect(usernameCandidates('Owner', 'root@example.org', { isStaff: true })[0]).toBe('owner');
  });

  test('and every candidate fits the pattern and is no staff name', () => {
    for (const name of ['Admin', 'Moderator', 'x'.repeat(60), 'Deleted member', '__', 'support']) {
      for (const candidate of usernameCandidates(name, 'root@example.org')) {
        expect(candidate).toMatch(/^[a-z0-9_]{3,24}$/);
        expect(isReservedUsername(candidate)).toBe(false);
      }
    }
  });
});

describe('a password', () => {
  const person = { email: 'jane.miller@example.org', username: 'starling', displayName: 'Jane', siteName: 'Looproom' };
  test.each([
    'Password123!',
    'P@ssw0rd2024',
    'Spring2026!',
    'Summer2024!',
    'qwertyasdf',
    '1q2w3e4r5t6y',
    'abababab',
    'zzzzzzzz',
    '123123123',
    'Looproom1!',
    'janemiller99',
    'Starling77',
    'abc1234',
    'x'.repeat(129),
  ])('%s is refused', async (password) => expect(await isWeakPassword(password, person)).toBe(true));
  test.each(['plum violet 88', 'correct horse battery', 'Ulv-graes-42', '长密码也可以用的吧', 'k9$Lw2!pZ'])(
    '%s is taken',
    async (password) => {
      expect(await isWeakPassword(password, person)).toBe(false);
    },
  );
});

test('a password of any content and length costs no more than twenty times an ordinary one', async () => {
  const person = { email: 'jane.miller@example.org', siteName: 'Looproom' };
  const ordinary = () => isWeakPassword('plum violet 88', person);
  // The first one loads the dictionaries.
  await ordinary();
  // What is slow to estimate: many substitutions, many words, many dates. Each substitution doubles the work.
  for (const part of ['@4$0!1|3', 'p4ssw0rdp455', '1980.01.02-', 'aAbBcC1!7x'])
    await expectAtMost(20, ordinary, () => isWeakPassword(`${part.repeat(12)}z`.slice(-128), person), part);
});

test('a device is named in words', () => {
  expect(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari on iOS');
  expect(
    deviceOf(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    ),
  ).toBe('Edge on Windows');
  expect(
    deviceOf(
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    ),
  ).toBe('Chrome on Android');
  expect(deviceOf('')).toBe('Unknown device');
});
