import { randomUUID } from 'node:crypto';
import { resolveViewer } from '#site/server/app.ts';
import type { Context } from '#platform/server/context.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { replies } from '#features/forum/server/replies.ts';
import { rebuild } from '#content/search/server/jobs.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { makeRandom } from '#scripts/demo/random.ts';
import { fillSite, onDatabase } from './place.ts';
import { exactCpuMs, familyCpuSeconds } from './processes.ts';
import { type Row, quantile, short } from './rows.ts';

const VOCABULARY = 40_000;
/** Documents of one statement. */
const BATCH = 5_000;
const SEARCHES = 60;
/** Times that each search runs; the least counts, because other programs only make one slower. */
const TRIES = 4;
/** Members who have written the documents, the first of them most. */
const AUTHORS = 60;
const REPLIES = 500;
/** Replies after which the turn is the other's. */
const TURN = 50;
const DAY_MS = 86_400_000;
/** Days over which the documents are spread. */
const DAYS = 1000;

const syllables = 'ba ke lo mi nu ra so ti va ze chi dro fla gri ple stu'.split(' ');

/** The word of a rank: the most common ones are short. */
function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]!;
  return word;
}

/**
 * Builds the documents without their index over words, and that one afterwards at once: with a million documents
 * minutes in the place of an hour.
 */
const buildInBulk = (ctx: Context, databaseUrl: string): Promise<unknown> =>
  onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE indexname = 'search_documents_words_idx'`,
    );
    await client.query('DROP INDEX search_documents_words_idx');
    await rebuild(ctx);
    await client.query(`SET maintenance_work_mem = '512MB'`);
    await client.query(rows[0]!.indexdef);
    // As the migrations have it: an index that is made again has lost it.
    await client.query('ALTER INDEX search_documents_words_idx ALTER COLUMN 1 SET STATISTICS 300');
    await client.query('VACUUM (ANALYZE)');
  });

/** A rank as words of a language have them: the first is a hundred times as common as the hundredth. */
const rankOf = (value: number): number => Math.floor(VOCABULARY ** value) - 1;

/** Fills posts with a reply for each, as many documents together. @param authors profile ids, the first one writes most */
async function fill(ctx: Context, authors: readonly string[], documents: number): Promise<void> {
  const next = makeRandom('search').next;
  const words = (count: number): string => Array.from({ length: count }, () => wordOf(rankOf(next()))).join(' ');
  const now = Date.now();
  const someone = (): string => authors[Math.floor(authors.length ** next()) - 1]!;
  for (let made = 0; made < documents; made += BATCH) {
    const rows = Array.from({ length: BATCH / 2 }, (_, index) => {
      const at = new Date(now - DAYS * DAY_MS * (1 - (made + index * 2) / documents));
      return {
        id: newId(at),
        replyId: newId(new Date(at.getTime() + 1)),
        at,
        title: words(6),
        body: words(20 + Math.floor(next() * 80)),
        reply: words(10 + Math.floor(next() * 60)),
        author: someone(),
        replier: someone(),
      };
    });
    const column = (name: Exclude<keyof (typeof rows)[number], 'at'>): string[] => rows.map((row) => row[name]);
    await ctx.db.rows(sql`
      INSERT INTO forum_posts (id, state, submit_id, created_at, content, html, renderer, title, preview, summary, author_id, fingerprint, reply_count)
      SELECT p.id, 'published', p.id, p.at, p.title || E'\n\n' || p.body, '', 1, p.title, '', '', p.author, p.id::text, 1
      FROM unnest(${column('id')}::uuid[], ${column('title')}::text[], ${column('body')}::text[], ${rows.map(({ at }) => at)}::timestamptz[], ${column('author')}::uuid[]) AS p (id, title, body, at, author)`);
    await ctx.db.rows(sql`
      INSERT INTO post_replies (id, state, submit_id, created_at, content, html, renderer, post_id, author_id, excerpt)
      SELECT r.id, 'published', r.id, r.at, r.text, '', 1, r.post, r.author, ''
      FROM unnest(${column('replyId')}::uuid[], ${column('reply')}::text[], ${column('id')}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[], ${column('replier')}::uuid[]) AS r (id, text, post, at, author)`);
  }
}

/** What is searched, and by whom it has to be. */
interface Asked {
  readonly q: string;
  readonly author?: string;
}

/** One, two and three words, common and rare, unfinished, without others, and of one author. @param usernames of all authors */
function searchesOf(next: () => number, usernames: readonly string[]): Record<string, () => Asked> {
  const between = (from: number, to: number): string => wordOf(from + Math.floor(next() * (to - from)));
  const common = (): string => between(0, 50);
  const middle = (): string => between(200, 2_000);
  const rare = (): string => between(5_000, 30_000);
  const of = (word: () => string) => (): Asked => ({
    q: word(),
    author: usernames[Math.floor(next() * usernames.length)]!,
  });
  const texts: Record<string, () => string> = {
    'one common word': common,
    'one word in the middle': middle,
    'one rare word': rare,
    'two common words': () => `${common()} ${common()}`,
    'two rare words': () => `${rare()} ${rare()}`,
    'three words, common to rare': () => `${common()} ${between(200, 2_000)} ${rare()}`,
    'three common words': () => `${common()} ${common()} ${common()}`,
    'three rare words': () => `${rare()} ${rare()} ${rare()}`,
    'an unfinished word': () => between(200, 30_000).slice(0, 4),
    'two letters': () => between(200, 30_000).slice(0, 2),
    'a typing error': () => between(600, 30_000).replace(/^(...)./, '$1'),
    'a word that nothing has': () => `qx${rare()}zq`,
    'twelve words': () => Array.from({ length: 12 }, rare).join(' '),
    'a phrase': () => `"${common()} ${common()}"`,
    'a common word without another one': () => `${common()} -${common()}`,
    'a word in the middle without a common one': () => `${middle()} -${common()}`,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, make]) => [name, () => ({ q: make() })])),
    'a common word of an author': of(common),
    'a word in the middle of an author': of(middle),
    'a rare word of an author': of(rare),
  };
}

/** Milliseconds of CPU of this process so far. */
function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What something takes: milliseconds by the clock, and of CPU. Reading the database's CPU is in none of them. */
async function measured(work: () => Promise<unknown>, database: number) {
  const databaseBefore = exactCpuMs(database);
  const [siteBefore, before] = [ownCpuMs(), performance.now()];
  await work();
  const [wall, site] = [performance.now() - before, ownCpuMs() - siteBefore];
  return { wall, site, database: exactCpuMs(database) - databaseBefore };
}

/** Milliseconds of CPU of replies, with and without their documents, by turns of several. */
async function measureReplies(ctx: Context, cookie: string, postId: string, database: number) {
  const viewer = (await resolveViewer(ctx, cookie))!;
  const silent: Context = {
    ...ctx,
    events: new Map([...ctx.events].map(([name, on]) => [name, name === 'thing.changed' ? [] : on])),
  };
  const next = makeRandom('replies').next;
  const cpu = (): number => ownCpuMs() + (familyCpuSeconds(database) ?? 0) * 1000;
  const spent = { with: 0, without: 0 };
  for (let turn = 0; turn < (2 * REPLIES) / TURN; turn++) {
    const isSilent = turn % 2 === 0;
    const before = cpu();
    for (let reply = 0; reply < TURN; reply++) {
      const content = Array.from({ length: 40 }, () => wordOf(rankOf(next()))).join(' ');
      const words = { content, inReplyTo: undefined, submitId: randomUUID() };
      await replies.submit(isSilent ? silent : ctx, viewer, postId, words);
    }
    spent[isSilent ? 'without' : 'with'] += cpu() - before;
  }
  return { with: spent.with / REPLIES, without: spent.without / REPLIES };
}

/** Searches of one kind, each several times: of the clock and the CPU the least counts. */
async function measureKind(search: (asked: Asked) => Promise<unknown>, make: () => Asked, database: number) {
  const [took, needed]: [number[], number[]] = [[], []];
  const spent = { site: 0, database: 0 };
  for (let turn = 0; turn < SEARCHES; turn++) {
    const asked = make();
    let [wall, cpu] = [Infinity, Infinity];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const one = await measured(() => search(asked), database);
      wall = Math.min(wall, one.wall);
      // A connection that ended meanwhile took its count along.
      if (one.database < 0) continue;
      cpu = Math.min(cpu, one.site + one.database);
      spent.site += one.site;
      spent.database += one.database;
    }
    took.push(wall);
    needed.push(cpu);
  }
  const each = (ms: number): string => short(ms / SEARCHES / TRIES);
  const together = `p50 ${short(quantile(needed, 0.5))} and p95 ${short(quantile(needed, 0.95))} ms together`;
  const more = `p50 ${short(quantile(took, 0.5))} ms; CPU ${each(spent.site)} ms of the site, ${each(spent.database)} ms of the database, ${together}`;
  return { value: quantile(took, 0.95), more };
}

/** Fills an empty database on a server and measures searches, size and the cost of a reply. @param database its first process */
export async function measureSearch(databaseUrl: string, documents: number, database: number): Promise<Row[]> {
  const { rows } = await fillSite('search', databaseUrl, async ({ ctx, call }) => {
    for (const name of ['spamPosts', 'spamReplies'] as const) await setSiteSetting(ctx, name, 100_000);
    const authors = await Promise.all(Array.from({ length: AUTHORS }, () => makeMember(ctx)));
    const ids = authors.map(({ profileId }) => profileId);
    await fill(ctx, ids, documents);
    const started = performance.now();
    await buildInBulk(ctx, databaseUrl);
    const seconds = (performance.now() - started) / 1000;
    const [size] = await ctx.db.rows<{ text: string; index: string; whole: string }>(sql`
      SELECT pg_relation_size('search_documents_words_idx') AS index, pg_total_relation_size('search_documents') AS whole,
        (SELECT sum(octet_length(content)) FROM forum_posts) + (SELECT sum(octet_length(content)) FROM post_replies) AS text`);
    const [text, index, whole] = [size!.text, size!.index, size!.whole].map((bytes) => Number(bytes) / 1e6);
    const caller = { viewer: null, address: '127.0.0.1', userAgent: '', requestId: '', cookie: '', setHeader() {} };
    const search = (query: Asked) => call('GET /search', { params: {}, query, body: undefined }, caller);
    const kinds = searchesOf(
      makeRandom('queries').next,
      authors.map(({ username }) => username),
    );
    const times: Row[] = [];
    for (const [name, make] of Object.entries(kinds))
      times.push({ what: `${name}, p95`, unit: 'ms', ...(await measureKind(search, make, database)) });
    const [author] = authors;
    const reply = await measureReplies(ctx, author!.cookie, await makePost(ctx, author!), database);
    const more = `of ${short(text!)} MB of text; with table and keys ${short(whole!)} MB`;
    const all: Row[] = [
      { what: `${documents} documents, written`, value: seconds, unit: 's' },
      { what: 'index over the words', value: index!, unit: 'MB', more },
      ...times,
      {
        what: 'a reply with its document',
        value: reply.with,
        unit: 'ms CPU',
        more: `without it ${short(reply.without)}`,
      },
    ];
    return { rows: all };
  });
  return rows;
}
