import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { findNewest } from './find.ts';
import { find } from './search.ts';
import { parseQuery } from './query.ts';
import { withNearWords } from './typos.ts';

/** More than what is read at once. */
const DOCUMENTS = 24_000;
const DAYS = 400;
const MINUTES = (DAYS * 24 * 60) / DOCUMENTS;

let world: World;
const ids: string[] = [];

beforeAll(async () => {
  world = await openWorld({ work: false, clock: new Date('2026-05-01T12:00:00Z') });
  const now = world.ctx.clock.now().getTime();
  for (let at = 0; at < DOCUMENTS; at++) ids.push(newId(new Date(now - at * MINUTES * 60_000)));
  // Every one has `common`, every hundredth `seldom`, one that is old `precious`; `tape` and `hiss` stand together in one.
  await world.ctx.db.rows(sql`
    INSERT INTO search_documents (id, part, kind, created_at, reception, is_adult, title, body, marks)
    SELECT d.id, 0, 'forum_post', d.at, 0, false, 'a title', concat_ws(' ', 'common', CASE WHEN n % 100 = 0 THEN 'seldom' END,
        CASE n WHEN 23001 THEN 'precious tape hiss' WHEN 21000 THEN 'precious hiss on tape' END),
      concat_ws(' ', '~post', '@' || day, '@@' || day / 16, '@@@' || day / 256)
    FROM (SELECT id, n - 1 AS n, ${new Date(now)}::timestamptz - (n - 1) * ${MINUTES}::float8 * interval '1 minute' AS at
        FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS found (id, n)) d,
      LATERAL (SELECT floor(extract(epoch FROM d.at) / 86400)::int AS day) days`);
  await world.ctx.db.rows(sql`ANALYZE search_documents`);
});
afterAll(() => world.close());

const found = async (q: string, more: Record<string, string> = {}): Promise<string[]> =>
  (await find(world.ctx, null, { q, ...more })).found.map(({ id }) => id);

describe('among many documents', () => {
  it('the newest of a common word come first, and a rare word is found however old it is', async () => {
    expect((await found('common', { order: 'newest' })).slice(0, 3)).toEqual(ids.slice(0, 3));
    expect(await found('common')).toHaveLength(20);
    expect((await found('precious')).toSorted()).toEqual([ids[21_000]!, ids[23_001]!].toSorted());
    expect(await found('"tape hiss"')).toEqual([ids[23_001]!]);
    expect(await found('common', { order: 'newest', to: '2025-06-01', from: '2025-06-01' })).toEqual(
      ids
        .filter((_, at) =>
          new Date(world.ctx.clock.now().getTime() - at * MINUTES * 60_000).toISOString().startsWith('2025-06-01'),
        )
        .slice(0, 20),
    );
    expect(await found('nothing like it')).toEqual([]);
  });

  it('the newest order goes through all documents with a word, each of them once', async () => {
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await find(world.ctx, null, { q: 'seldom', order: 'newest', ...(after !== undefined && { after }) });
      seen.push(...page.found.map(({ id }) => id));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(ids.filter((_, at) => at % 100 === 0));
  });

  it('the statistics of the index say how far back to look: a word of any frequency is one statement', async () => {
    const lookups = async (q: string, limit: number): Promise<number> => {
      let count = 0;
      const extract = { before: { at: world.ctx.clock.now(), id: ids[0]! }, limit, enough: limit };
      const filter = { marks: [], authorId: null, from: null, to: null };
      await world.ctx.db.reading(5000, async (reader) => {
        const rows: typeof reader.rows = (query) => {
          count++;
          return reader.rows(query);
        };
        await findNewest(world.ctx, { rows }, null, parseQuery(`${q} "a"`), filter, '', extract);
      });
      return count;
    };
    // The first one also reads how many documents there are.
    await lookups('common', 20);
    for (const word of ['common', 'seldom', 'precious', 'nothing'])
      expect([word, await lookups(word, 200)]).toEqual([word, 1]);
  });

  it('words that are nearly the same are looked up without reading the whole vocabulary', async () => {
    await world.ctx.db.rows(sql`
      INSERT INTO search_words (word, keys)
      SELECT word, search_keys(word) FROM (SELECT DISTINCT left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 8) AS word
        FROM generate_series(1, 3000) n) w`);
    await world.ctx.db.rows(
      sql`INSERT INTO search_words (word, keys) SELECT w, search_keys(w) FROM unnest(ARRAY['saturation', 'sidechain']) w`,
    );
    await world.ctx.db.rows(sql`ANALYZE search_words`);
    await world.ctx.db.tx(async (tx) => {
      const query = await withNearWords(tx, parseQuery('saturatoin sidechian'));
      expect(query!.terms.map(({ near }) => near)).toEqual([['saturation'], ['sidechain']]);
      const [scans] = await tx.rows<{ seq_scan: string }>(
        sql`SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'search_words'`,
      );
      expect(scans).toEqual({ seq_scan: '0' });
    });
  });
});
