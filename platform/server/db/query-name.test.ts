import { expect, test } from 'vitest';
import { queryName } from './query-name.ts';

test.each([
  ['SELECT id FROM forum_posts WHERE id = $1', 'select forum_posts'],
  ['select "id" from "files" where "id" = $1', 'select files'],
  ['insert into "public"."files" ("id") values ($1)', 'insert files'],
  ['\n  UPDATE ONLY profiles SET xp = 1', 'update profiles'],
  ['SELECT name FROM pgboss.job', 'select job'],
  ['WITH page AS (SELECT id FROM songs) SELECT * FROM page', 'select songs'],
  ['WITH made AS (INSERT INTO post_replies VALUES ($1) RETURNING id) SELECT id FROM made', 'insert post_replies'],
  ['SELECT q.name FROM unnest($1::text[]) AS q WHERE EXISTS (SELECT 1 FROM pgboss.job)', 'select job'],
  ['SELECT extract(epoch FROM created_at) FROM uploads', 'select uploads'],
  ['SELECT a IS DISTINCT FROM b AS differs FROM sets', 'select sets'],
  ['SELECT id FROM users WHERE id = $1 FOR UPDATE OF users', 'select users'],
  ['INSERT INTO attempts VALUES ($1) ON CONFLICT (id) DO UPDATE SET count = 1', 'insert attempts'],
  ['DELETE FROM sessions WHERE id = $1', 'delete sessions'],
  ["BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('post:ada@example.org', 0))", 'begin'],
  ['COMMIT', 'commit'],
  ['-- The posts.\n-- Of members.\nCREATE TABLE posts ()', 'create'],
  ['private words', 'other'],
  ["SELECT 'from secrets'", 'select'],
  ['SELECT 1', 'select'],
  ['', 'other'],
])('%j is named %j', (text, name) => {
  expect(queryName(text)).toBe(name);
});

test('there are at most some hundred names', () => {
  const made = new Set(Array.from({ length: 3000 }, (_, at) => queryName(`SELECT 1 FROM made_${at}`)));
  expect(made.size).toBeLessThanOrEqual(601);
  expect(made).toContain('other');
});
