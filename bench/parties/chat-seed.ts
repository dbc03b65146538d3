import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { type FixtureMember, makeMember } from '#server/features/accounts/fixtures.ts';
import { setSiteSetting } from '#server/features/site-settings/store.ts';
import { sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { openSite } from '#server/site.ts';
import { addListeners } from '../sockets.ts';

/** Rooms and the members who are in them. */
export interface ChatSeed {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** `cookie` headers of those who write; they are in all rooms. */
  readonly writers: readonly string[];
  /** Members of the rooms, with open pages. */
  readonly listeners: readonly string[];
  /** Members who are in no room. */
  readonly joiners: readonly string[];
  /** A room of all listeners, and one of the first of them. */
  readonly crowded: string;
  readonly small: string;
  /** A room with a long chat. */
  readonly long: string;
}

/** People of the rooms, and messages and people of the room that is joined. */
export const LISTENERS = 2000;
export const FEW = 50;
export const MESSAGES = 10_000;
export const PEOPLE = 500;
const WRITERS = 20;
const JOINERS = 40;

/** Fills an empty database of a PostgreSQL server. The folder is removed by the caller. */
export async function seedChat(databaseUrl: string): Promise<ChatSeed> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'looproom-chat-'));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '3999' });
  const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false });
  const { ctx, app } = site;
  try {
    await setSiteSetting(ctx, 'spamMessages', 100_000);
    // The messages differ in their number alone.
    await setSiteSetting(ctx, 'nearTextPercent', 100);
    const createdAt = new Date(Date.now() - 30 * 86_400_000);
    const writers: FixtureMember[] = [];
    for (let number = 0; number < WRITERS; number++) writers.push(await makeMember(ctx, { createdAt }));
    await ctx.db.rows(sql`
      INSERT INTO profiles (id, user_id, username, username_key, display_name, display_name_key, created_at, updated_at)
      SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), 'crowd_' || n, 'crowd' || n, 'Crowd ' || n, 'crowd ' || n, now(), now()
      FROM generate_series(1, ${LISTENERS + JOINERS}::int) AS n`);
    const crowd = await addListeners(ctx);
    const members = crowd.slice(0, LISTENERS).map(({ profileId }) => profileId);
    const room = async (name: string, people: readonly string[], host: number): Promise<string> => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/parties',
        headers: { cookie: writers[host]!.cookie, 'content-type': 'application/json' },
        payload: { name, submitId: randomUUID() },
      });
      const { id } = answer.json<{ id: string }>();
      const all = [...writers.map(({ profileId }) => profileId).filter((_, at) => at !== host), ...people];
      const ids = all.map(() => newId(new Date()));
      await ctx.db.rows(sql`
        INSERT INTO listening_party_participants (id, party_id, participant_id, joined_at, seen_at)
        SELECT n.id, ${id}::uuid, n.member, now(), now() FROM unnest(${ids}::uuid[], ${all}::uuid[]) AS n (id, member)`);
      await ctx.db.rows(sql`UPDATE listening_parties SET participant_count = ${all.length + 1} WHERE id = ${id}`);
      return id;
    };
    const [crowded, small] = [await room('Crowd', members, 0), await room('Few', members.slice(0, FEW), 1)];
    const long = await room('Long', members.slice(0, PEOPLE - WRITERS), 2);
    await ctx.db.rows(sql`
      INSERT INTO chat_messages (id, party_id, author_id, content, html, excerpt, renderer, message_type, state, submit_id, created_at)
      SELECT gen_random_uuid(), ${long}::uuid, m.participant_id, 'A message that was said', '<p>A message that was said, number ' || n || ', about as long as messages are.</p>',
        'A message that was said', 3, 'text', 'published', gen_random_uuid(), now() - (${MESSAGES}::int - n) * interval '1 second'
      FROM (SELECT participant_id, row_number() OVER (ORDER BY id) AS number FROM listening_party_participants WHERE party_id = ${long}) m
      JOIN generate_series(1, ${MESSAGES}::int) AS n ON n % ${PEOPLE}::int + 1 = m.number`);
    await ctx.db.rows(sql`UPDATE listening_parties SET message_count = ${MESSAGES}::int WHERE id = ${long}`);
    return {
      dataDir,
      databaseUrl,
      writers: writers.map(({ cookie }) => cookie),
      listeners: crowd.slice(0, LISTENERS).map(({ cookie }) => cookie),
      joiners: crowd.slice(LISTENERS).map(({ cookie }) => cookie),
      crowded,
      small,
      long,
    };
  } finally {
    await site.close();
  }
}
