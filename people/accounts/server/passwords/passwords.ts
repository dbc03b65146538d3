import { verifyPassword } from 'better-auth/crypto';
import { account } from '#people/accounts/contract/limits.ts';
import { guessesFor } from './password-strength.ts';

/** Guesses that a password must be worth: what a stolen hash would be tried with in days, and a sign-in form never. */
const LEAST_GUESSES = 1e8;

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

function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
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

/**
 * Whether a password is too easy: outside 8 to 128 characters, a repetition, made of the member's own names, address or
 * the site's, or worth fewer than `LEAST_GUESSES`.
 */
export async function isWeakPassword(password: string, person: PasswordOwner): Promise<boolean> {
  if (password.length < account.passwordMin || password.length > account.passwordMax) return true;
  if (isRepetition(password.toLowerCase())) return true;
  const [local = '', domain = ''] = person.email.toLowerCase().split('@');
  const own = [
    local,
    person.email,
    domain.split('.')[0] ?? '',
    person.username ?? '',
    person.displayName ?? '',
    person.siteName,
  ];
  const plain = letters(password);
  const isOwn = own
    .map(letters)
    .some((name) => name.length >= 4 && plain.includes(name) && plain.length - name.length <= 4);
  return isOwn || (await guessesFor(password, own.filter(Boolean))) < LEAST_GUESSES;
}

/** A dummy hash with the cost of a real one: checking against it takes as long as against a member's. */
const decoyHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

/** Checks a password; with no hash (no account, or none with a password) it does the same work and says no. */
export async function checkPassword(hash: string | null, password: string): Promise<boolean> {
  const right = await verifyPassword({ hash: hash ?? decoyHash, password });
  return hash !== null && right;
}
