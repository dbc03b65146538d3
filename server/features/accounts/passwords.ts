import { verifyPassword } from 'better-auth/crypto';
import { account } from '#contract/limits.ts';
import { commonPasswords } from './common-passwords.ts';

/** Rows of a keyboard and of counting: a password that only walks along them is no secret. */
const walks = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgb',
].flatMap((row) => [row, [...row].toReversed().join('')]);

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** What a password must not be made of. */
export interface PasswordOwner {
  readonly email: string;
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
  readonly siteName: string;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isWalk(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    // The longest stretch of one walk, of three characters at least.
    let taken = 0;
    for (const walk of walks) {
      let length = Math.min(rest.length, walk.length);
      while (length > taken && !walk.includes(rest.slice(0, length))) length--;
      taken = Math.max(taken, length);
    }
    if (taken < 3) return false;
    rest = rest.slice(taken);
  }
  return true;
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= Math.min(4, text.length / 2); length++) {
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return true;
  }
  return new Set(text).size <= 2;
}

/** The word without what people put around it: digits and marks at the ends, letters written as digits. */
function coresOf(text: string): string[] {
  const trimmed = text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
  const plain = [...text].map((character) => lookalikes[character] ?? character).join('');
  const plainTrimmed = [...text.replace(/[\d\W_]+$/, '')]
    .map((character) => lookalikes[character] ?? character)
    .join('');
  return [trimmed, text.replace(/[\W_]+$/, ''), plain, plainTrimmed];
}

/**
 * Whether a password is too easy: outside 8 to 128 characters, among the most common ones or one of their usual
 * variants, a walk on the keyboard, a repetition, or made of the member's own names, address or the site's.
 */
export function isWeakPassword(password: string, person: PasswordOwner): boolean {
  if (password.length < account.passwordMin || password.length > account.passwordMax) return true;
  const lower = password.toLowerCase();
  if (commonPasswords.has(lower) || isWalk(lower) || isRepetition(lower)) return true;
  const cores = coresOf(lower);
  // A variant of a common password adds little: it counts while no more than four characters stand around it.
  if (cores.some((core) => core.length >= 6 && lower.length - core.length <= 4 && commonPasswords.has(core)))
    return true;
  const [local = '', domain = ''] = person.email.toLowerCase().split('@');
  const own = [
    local,
    person.email,
    domain.split('.')[0] ?? '',
    person.username ?? '',
    person.displayName ?? '',
    person.siteName,
  ].map(letters);
  const plain = letters(password);
  return own.some((name) => name.length >= 4 && plain.includes(name) && plain.length - name.length <= 4);
}

/** A hash that no password has, with the cost of a real one: checking against it takes as long as against a member's. */
const decoyHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

/** Checks a password; with no hash (no account, or none with a password) it does the same work and says no. */
export async function checkPassword(hash: string | null, password: string): Promise<boolean> {
  const right = await verifyPassword({ hash: hash ?? decoyHash, password });
  return hash !== null && right;
}
