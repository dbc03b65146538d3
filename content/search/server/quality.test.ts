import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { parseThreads } from '#scripts/demo/parse.ts';
import { foldedWords } from './fold.ts';
import { rebuild } from './jobs.ts';
import { typed } from './testing/quality-queries.ts';

interface Post {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

let world: World;
const posts: Post[] = [];
const members = new Map<string, { username: string; displayName: string }>();

beforeAll(async () => {
  world = await openWorld({ work: false });
  await fill();
});
afterAll(() => world.close());

/** The demo's threads and members: texts as people write them. */
async function fill(): Promise<void> {
  const folder = path.join(packageRoot(), 'scripts/demo');
  const lines = readFileSync(path.join(folder, 'members.tsv'), 'utf8').trim().split('\n').slice(1);
  for (const line of lines) {
    const [username = '', displayName = ''] = line.split('\t');
    const { profileId } = await world.member({ username, displayName });
    members.set(profileId, { username, displayName });
  }
  const [author] = members.keys();
  let at = Date.UTC(2025, 0, 1);
  const replies: { post: string; text: string; id: string; at: Date }[] = [];
  const times: Date[] = [];
  const known = new Map(lines.map((line) => [line.split('\t')[0]!, { role: 'admin' as const }]));
  for (const file of readdirSync(path.join(folder, 'threads')))
    for (const thread of parseThreads(readFileSync(path.join(folder, 'threads', file), 'utf8'), file, known)) {
      const id = newId(new Date((at += 60_000)));
      posts.push({ id, title: thread.title, body: thread.body });
      times.push(new Date(at));
      for (const { text } of thread.replies)
        replies.push({ post: id, text, id: newId(new Date((at += 1000))), at: new Date(at) });
    }
  await world.ctx.db.rows(sql`
    INSERT INTO forum_posts (id, state, submit_id, created_at, content, html, renderer, title, preview, summary, author_id, fingerprint)
    SELECT p.id, 'published', p.id, p.at, p.title || E'\n\n' || p.body, '', 1, p.title, '', '', ${author}::uuid, ''
    FROM unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ title }) => title)}::text[], ${posts.map(({ body }) => body)}::text[], ${times}::timestamptz[]) AS p (id, title, body, at)`);
  await world.ctx.db.rows(sql`
    INSERT INTO post_replies (id, state, submit_id, created_at, content, html, renderer, post_id, author_id, excerpt)
    SELECT r.id, 'published', r.id, r.at, r.text, '', 1, r.post, ${author}::uuid, ''
    FROM unnest(${replies.map(({ id }) => id)}::uuid[], ${replies.map(({ text }) => text)}::text[], ${replies.map(({ post }) => post)}::uuid[], ${replies.map((reply) => reply.at)}::timestamptz[]) AS r (id, text, post, at)`);
  await rebuild(world.ctx);
  await world.ctx.db.rows(sql`ANALYZE search_documents`);
}

/** Words of a title that say what it is about: the longest ones, in their order. */
function tellingWords(title: string, count: number): string[] {
  const words = foldedWords(title).filter((word) => word.length > 3);
  const longest = new Set(words.toSorted((a, b) => b.length - a.length || a.localeCompare(b)).slice(0, count));
  return [...longest].toSorted((a, b) => words.indexOf(a) - words.indexOf(b));
}

/** A typing error in the middle: two letters exchanged, one missing, or another one. */
function mistyped(word: string, kind: number): string {
  const at = Math.floor(word.length / 2);
  if (kind === 0) return word.slice(0, at - 1) + word[at]! + word[at - 1]! + word.slice(at + 1);
  return kind === 1 ? word.slice(0, at) + word.slice(at + 1) : `${word.slice(0, at)}q${word.slice(at + 1)}`;
}

/** Searches that follow from the texts: typing errors, phrases, unfinished words, accents, names. */
function derived(): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const every = (step: number, first: number): Post[] => posts.filter((_, index) => index % step === first);
  for (const [index, { id, title }] of every(16, 3).entries()) {
    const [one = '', two = '', three = ''] = tellingWords(title, 3);
    found.push([`${mistyped(one, index % 3)} ${two} ${three}`, id]);
  }
  for (const { id, title } of every(20, 7)) {
    const words = tellingWords(title, 3);
    found.push([`${words.slice(0, -1).join(' ')} ${words.at(-1)!.slice(0, 4)}`, id]);
  }
  for (const { id, body } of every(20, 11)) {
    const sentence = body.split(/[.\n]/).find((one) => foldedWords(one).length > 7)!;
    found.push([`"${sentence.trim().split(/\s+/).slice(1, 6).join(' ')}"`, id]);
  }
  for (const { id, title } of every(40, 13))
    found.push([tellingWords(title, 3).join(' ').replaceAll('e', 'é').replaceAll('o', 'ö').toUpperCase(), id]);
  for (const [id, { displayName }] of [...members].filter((_, index) => index % 6 === 1))
    found.push([displayName.toUpperCase(), id]);
  return found;
}

it('has what was looked for among the first three results of at least 95 in 100 searches', async () => {
  const expected = (text: string): string =>
    text.startsWith('@')
      ? [...members].find(([, { username }]) => `@${username}` === text)![0]
      : posts.find(({ title }) => title.startsWith(text))!.id;
  const searches = [...typed.map(([q, text]) => [q, expected(text)] as const), ...derived()].slice(0, 200);
  const missed: string[] = [];
  for (const [q, id] of searches) {
    const { items } = await world.ok('GET /search', { query: { q } });
    if (!items.slice(0, 3).some((hit) => hit.id === id))
      missed.push(
        `${q} → ${posts.find((post) => post.id === id)?.title ?? members.get(id)?.displayName}; found: ${items
          .slice(0, 3)
          .map((hit) => `${hit.type} ${hit.title.text}`)
          .join(' | ')}`,
      );
  }
  const met = ((searches.length - missed.length) / searches.length) * 100;
  process.stdout.write(`search quality: ${searches.length} searches, ${met.toFixed(1)} % met\n${missed.join('\n')}\n`);
  expect(searches).toHaveLength(200);
  expect(met).toBeGreaterThanOrEqual(95);
});
