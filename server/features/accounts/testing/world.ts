import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { openSite } from '#server/site.ts';
import { makeTestDatabase } from '#server/testing/database.ts';
import '#server/testing/hashing.ts';
import { codeOfStep, stepOf } from '../sign-in/totp.ts';
import { type FixtureMember, type MemberOverrides, makeMember } from '../fixtures.ts';
import { type Visitor, makeVisitor } from './visitor.ts';

/** A site without pages, and the people who come to it. */
export interface World {
  readonly ctx: Context;
  visitor(options?: { cookie?: string; address?: string; userAgent?: string }): Visitor;
  /** A fresh member and a browser where they are signed in. */
  member(overrides?: MemberOverrides): Promise<FixtureMember & { browser: Visitor }>;
  /** Waits for the jobs, then: the mails to an address, newest first. */
  mails(to: string): Promise<{ subject: string; text: string }[]>;
  close(): Promise<void>;
}

/** Opens a site in a folder of its own. @param environment settings that differ. */
export async function openWorld(environment: Record<string, string> = {}): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-accounts-'));
  const database = await makeTestDatabase();
  const config = readConfig({
    PORT: '3999',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...environment,
  });
  const site = await openSite(config, pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }), { pages: false });
  const { ctx } = site;
  const visitor: World['visitor'] = (options) => makeVisitor(ctx, site.routes, options);
  return {
    ctx,
    visitor,
    async member(overrides) {
      const member = await makeMember(ctx, overrides);
      return { ...member, browser: visitor({ cookie: member.cookie }) };
    },
    async mails(to) {
      await ctx.jobs.idle();
      const all = (await ctx.mail.outbox?.list(500)) ?? [];
      return all.filter((mail) => mail.to === to).map((mail) => ({ subject: mail.subject, text: mail.text }));
    },
    async close() {
      await site.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The token of a mail's link. */
export function tokenOf(mail: { text: string } | undefined): string {
  return /[?&](?:token|setup)=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** The six digits of a mailed code. */
export function codeOf(mail: { text: string } | undefined): string {
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
}

/** What an authenticator app would show now, `steps` of 30 seconds away, for a secret as the page shows it. */
export function authenticatorCode(base32: string, steps = 0): string {
  const bits = [...base32.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOfStep(Buffer.from(bytes).toString('utf8'), stepOf(new Date()) + steps);
}
