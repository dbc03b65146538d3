import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ScriptMember } from './parse.ts';

/** A member of the demo community. */
export interface DemoMember extends ScriptMember {
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  readonly email: string;
  /** Ranks whose colours the name, and the banner of posts, glow in; the banner's with an intensity behind it. */
  readonly glow: string;
  readonly banner: string;
}

/** How one may sign in to the demo. */
export interface SignIn {
  readonly role: 'admin' | 'moderator' | 'member';
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** The three members that the demo hands out. Public on purpose: a demo listens on this machine. */
export const signIns: readonly SignIn[] = [
  { role: 'admin', username: 'ada', email: 'ada@example.com', password: 'demo-loop-admin' },
  { role: 'moderator', username: 'renata_cuts', email: 'renata@example.com', password: 'demo-loop-moderator' },
  { role: 'member', username: 'milo', email: 'milo@example.com', password: 'demo-loop-member' },
];

/** The rows of a table below this folder, without its head. */
export function rowsOf(file: string): string[][] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .slice(1)
    .map((line) => line.split('\t'));
}

/** The members of `members.tsv` with their bios, by username. */
export function readPeople(): Map<string, DemoMember> {
  const bios = new Map(rowsOf('bios.tsv').map(([username = '', bio = '']) => [username, bio]));
  return new Map(
    rowsOf('members.tsv').map(([username = '', displayName = '', given, , glow = '', banner = '']) => {
      const role = given === 'admin' || given === 'moderator' ? given : 'member';
      const bio = bios.get(username);
      if (bio === undefined) throw new Error(`${username} has no line in bios.tsv.`);
      const email = signIns.find((signIn) => signIn.username === username)?.email ?? `${username}@example.com`;
      return [username, { username, displayName, bio, email, role, glow, banner }];
    }),
  );
}
