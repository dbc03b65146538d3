import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type Page, chromium } from '@playwright/test';
import { pino } from 'pino';
import { packageRoot, readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { type FixtureMember, makeMember } from '#server/features/accounts/fixtures.ts';
import { countStatistics } from '#server/features/community/store.ts';
import { insertCategory } from '#server/features/forum/categories-store.ts';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { setSiteSetting } from '#server/features/settings/store.ts';
import { newId } from '#server/platform/ids.ts';
import { openSite } from '#server/site.ts';
import { ensureBrowser } from '#scripts/browser.ts';
import { smallPng } from '#scripts/small-png.ts';

const root = packageRoot();
const folder = path.join(root, 'docs/screens');
const maxBytes = 6 * 1024 * 1024;
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const themes = ['dark', 'light'] as const;
const hourMs = 3_600_000;

/** Time of the community while it is made: each act moves it on; afterwards it is the machine's. */
const time = { at: Date.now() - 12 * 24 * hourMs, real: false };
const clock = { now: () => (time.real ? new Date() : new Date(time.at)) };

interface Community {
  readonly members: ReadonlyMap<string, FixtureMember>;
  /** The post with the most replies. */
  readonly lively: string;
}

/** A small community of the demo's people and threads: enough for every screen. */
async function makeCommunity(ctx: Context): Promise<Community> {
  for (const name of ['spamPosts', 'spamReplies'] as const) await setSiteSetting(ctx, name, 1000);
  const [, ...rows] = readFileSync(path.join(root, 'scripts/demo/members.tsv'), 'utf8').trim().split('\n');
  const members = new Map<string, FixtureMember>();
  for (const row of rows) {
    const [username = '', displayName = '', role = ''] = row.split('\t');
    time.at += hourMs / 4;
    const staff = { admin: role === 'admin', moderator: role === 'moderator' };
    members.set(username, await makeMember(ctx, { username, displayName, adult: true, ...staff }));
  }
  const categories = new Map<string, string>();
  for (const [index, name] of ['Mixing', 'Video', 'Gear'].entries()) {
    const id = newId(clock.now());
    await ctx.db.tx((tx) =>
      insertCategory(
        tx,
        { id, name, slug: name.toLowerCase(), description: '', sort_order: index, is_active: true },
        clock.now(),
      ),
    );
    categories.set(name.toLowerCase(), id);
  }
  const texts = globSync('scripts/demo/threads/*.txt', { cwd: root }).toSorted();
  const threads = texts.flatMap((file) => readFileSync(path.join(root, file), 'utf8').split(/^=== /m).slice(1, 15));
  let lively = { id: '', replies: -1 };
  const step = (Date.now() - time.at - hourMs) / threads.length;
  // From several files in turn, the first thread of each last: the newest of the list.
  for (const thread of threads.toReversed()) {
    const parts = thread
      .split(/^--- /m)
      .map((part) => ({ head: part.slice(0, part.indexOf('\n')), text: part.slice(part.indexOf('\n') + 1).trim() }));
    const word = (head: string, name: string): string => new RegExp(`${name}=([\\w-]+)`).exec(head)?.[1] ?? '';
    const [post, ...replies] = parts;
    const author = members.get(word(post!.head, 'author'));
    if (!post || !author) continue;
    const category = word(post.head, 'category');
    const begun = time.at;
    const id = await makePost(ctx, author, {
      content: post.text,
      category: categories.get(category) ?? (category === 'general' ? '' : category),
    });
    const made = [''];
    for (const reply of replies) {
      const writer = members.get(word(reply.head, 'author'));
      if (!writer) continue;
      time.at += step / (replies.length + 1);
      const answered = made[Number(word(reply.head, 'to'))];
      made.push(await makeReply(ctx, writer, id, { content: reply.text, ...(answered && { inReplyTo: answered }) }));
    }
    if (made.length >= lively.replies) lively = { id, replies: made.length };
    time.at = begun + step;
  }
  time.real = true;
  return { members, lively: lively.id };
}

type Act = (page: Page) => Promise<unknown>;

/** Every screen: who looks, where, and what is done before the picture. */
function screensOf(community: Community): readonly [name: string, who: string | null, address: string, act?: Act][] {
  const post = `/forum/post/${community.lively}`;
  const write: Act = async (page) => {
    const text =
      'Which reference tracks do you keep?\n\nMine are **three**, always the same:\n\n- one dense\n- one empty\n- one that I *wish* I had made\n';
    await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill(text);
    await page.waitForTimeout(900);
  };
  const toEnd: Act = async (page) => {
    await page.getByRole('button', { name: 'Write a reply' }).click();
    await page
      .getByRole('textbox', { name: 'Your reply, in Markdown' })
      .fill('Moving the chair costs nothing. Seconded.');
    await page.waitForTimeout(900);
  };
  const openMenu: Act = async (page) => {
    await page.getByRole('button', { name: 'More about this post' }).click();
    await page.getByRole('menu').waitFor();
  };
  return [
    ['home-visitor', null, '/'],
    ['home-member', 'milo', '/'],
    ['forum-visitor', null, '/forum'],
    ['forum-member', 'milo', '/forum'],
    ['post-visitor', null, post],
    ['post-reply-member', 'milo', post, toEnd],
    ['post-staff', 'ada', post, openMenu],
    ['composer-member', 'milo', '/forum?compose=1', write],
    ['auth', null, '/auth'],
    ['profile-visitor', null, '/profile/ada'],
    ['settings-member', 'milo', '/settings'],
    ['not-found', null, '/no/such/page'],
  ];
}

/** @returns how many bytes the pictures have. */
async function shoot(browser: Browser, origin: string, community: Community): Promise<number> {
  let bytes = 0;
  for (const [name, who, address, act] of screensOf(community)) {
    for (const viewport of sizes) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport,
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      const cookie = who === null ? null : community.members.get(who)!.cookie;
      if (cookie !== null) {
        const at = cookie.indexOf('=');
        await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin }]);
      }
      const page = await context.newPage();
      await page.emulateMedia({ colorScheme: themes[0] });
      await page.goto(address, { waitUntil: 'networkidle' });
      await act?.(page);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(250);
        const picture = smallPng(await page.screenshot({ animations: 'disabled' }));
        bytes += picture.length;
        writeFileSync(path.join(folder, `${name}-${viewport.width}-${colorScheme}.png`), picture);
      }
      await context.close();
    }
  }
  return bytes;
}

const data = await mkdtemp(path.join(tmpdir(), 'looproom-screens-'));
const probe = createServer();
await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
const { port } = probe.address() as AddressInfo;
await new Promise((resolve) => probe.close(resolve));
const site = await openSite(readConfig({ PORT: String(port), DATA_DIR: data }), pino({ level: 'error' }), {
  clock,
  rateLimits: false,
});
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await site.listen();
  const community = await makeCommunity(site.ctx);
  await site.ctx.jobs.idle();
  await countStatistics(site.ctx.db, new Date());
  const bytes = await shoot(browser, `http://localhost:${port}`, community);
  console.log(`docs/screens: ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  if (bytes > maxBytes) throw new Error(`docs/screens has more than ${maxBytes} bytes.`);
} finally {
  await browser.close();
  await site.close();
  await rm(data, { recursive: true, force: true });
}
