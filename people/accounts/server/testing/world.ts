import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type Config, readConfig } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { openSite } from '#site/server/site.ts';
import { makeTestDatabase } from '#site/testing/database.ts';
import '#site/testing/hashing.ts';
import { codeOfStep, stepOf } from '../sign-in/totp.ts';
import { type FixtureMember, type MemberOverrides, makeMember } from '../fixtures.ts';
import { type Visitor, makeVisitor } from './visitor.ts';

/** Who comes to a site. */
export interface People {
  readonly ctx: Context;
  visitor(options?: { cookie?: string; address?: string; userAgent?: string }): Visitor;
  /** A fresh member and a browser where they are signed in. */
  member(overrides?: MemberOverrides): Promise<FixtureMember & { browser: Visitor }>;
  /** Waits for the jobs, then: the mails to an address, newest first. */
  mails(to: string): Promise<{ subject: string; text: string }[]>;
}

/** A site without pages, and the people who come to it. */
export interface World extends People {
  /**
   * The same site, with its data, under settings that differ, by their environment names. It is for those that are asked
   * for at each call, such as limits and who may sign up; others need a site of their own.
   */
  under(environment: Record<string, string>): People;
  close(): Promise<void>;
}

/** Opens a site in a folder of its own. @param environment settings that differ. */
export async function openWorld(environment: Record<string, string> = {}): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-accounts-'));
  const database = await makeTestDatabase();
  const configOf = (more: Record<string, string>): Config =>
    readConfig({ PORT: '3999', DATA_DIR: folder, DATABASE_URL: database.url, ...environment, ...more });
  const site = await openSite(configOf({}), pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }), {
    pages: false,
  });
  const { ctx } = site;
  const people = (at: Context): People => {
    const visitor: World['visitor'] = (options) => makeVisitor(at, site.routes, options);
    return {
      ctx: at,
      visitor,
      async member(overrides) {
        const member = await makeMember(at, overrides);
        return { ...member, browser: visitor({ cookie: member.cookie }) };
      },
      async mails(to) {
        await at.jobs.idle();
        const all = (await at.mail.outbox?.list(500)) ?? [];
        return all.filter((mail) => mail.to === to).map((mail) => ({ subject: mail.subject, text: mail.text }));
      },
    };
  };
  return {
    ...people(ctx),
    under(more) {
      const config = configOf(more);
      return people({ ...ctx, config, siteUrl: config.siteUrl ?? ctx.siteUrl });
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

/**
 * What an authenticator app shows for a secret as the page shows it, `steps` of 30 seconds away. A test that compares the
 * steps of its codes names one timestamp for all of them: a step may end while it runs.
 */
export function authenticatorCode(base32: string, steps = 0, at = new Date()): string {
  const bits = [...base32.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOfStep(Buffer.from(bytes).toString('utf8'), stepOf(at) + steps);
}
