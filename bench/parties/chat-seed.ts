import { randomUUID } from 'node:crypto';
import { type FixtureMember, makeMember } from '#people/accounts/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type Place, addCrowd, fillSite } from '../place.ts';

/** People of the rooms, and messages and people of the room that is joined. */
export const LISTENERS = 2000;
export const FEW = 50;
const MESSAGES = 10_000;
const PEOPLE = 500;
/** Who writes to all rooms. */
export const WRITERS = 20;
const JOINERS = 40;

/** Rooms and the members who are in them; `cookie` headers. */
export interface ChatSeed extends Place {
  /** Those who write; they are in all rooms. */
  readonly writers: readonly string[];
  /** Members of the rooms, with open pages. */
  readonly listeners: readonly string[];
  /** Members who are in no room. */
  readonly joiners: readonly string[];
  /** A room of all listeners, one of the first of them, and one with a long chat. */
  readonly crowded: string;
  readonly small: string;
  readonly long: string;
}

/** Fills an empty database of a PostgreSQL server. */
export const seedChat = (databaseUrl: string): Promise<ChatSeed> =>
  fillSite('chat', databaseUrl, async ({ ctx, app }) => {
    await setSiteSetting(ctx, 'spamMessages', 100_000);
    // The messages differ in their number alone.
    await setSiteSetting(ctx, 'nearTextPercent', 100);
    const createdAt = new Date(Date.now() - 30 * 86_400_000);
    const writers: FixtureMember[] = [];
    for (let number = 0; number < WRITERS; number++) writers.push(await makeMember(ctx, { createdAt }));
    const crowd = await addCrowd(ctx, LISTENERS + JOINERS, LISTENERS + JOINERS);
    const room = async (name: string, size: number, host: number): Promise<string> => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/parties',
        headers: { cookie: writers[host]!.cookie, 'content-type': 'application/json' },
        payload: { name, submitId: randomUUID() },
      });
      const { id } = answer.json<{ id: string }>();
      const guests = writers.filter((_, at) => at !== host);
      const all = [...guests, ...crowd.slice(0, size)].map(({ profileId }) => profileId);
      const ids = all.map(() => newId(new Date()));
      await ctx.db.rows(sql`
        INSERT INTO listening_party_participants (id, party_id, participant_id, joined_at, seen_at)
        SELECT n.id, ${id}::uuid, n.member, now(), now() FROM unnest(${ids}::uuid[], ${all}::uuid[]) AS n (id, member)`);
      await ctx.db.rows(sql`UPDATE listening_parties SET participant_count = ${all.length + 1} WHERE id = ${id}`);
      return id;
    };
    const rooms = { crowded: await room('Crowd', LISTENERS, 0), small: await room('Few', FEW, 1) };
    const long = await room('Long', PEOPLE - WRITERS, 2);
    await ctx.db.rows(sql`
      INSERT INTO chat_messages (id, party_id, author_id, content, html, excerpt, renderer, message_type, state, submit_id, created_at)
      SELECT gen_random_uuid(), ${long}::uuid, m.participant_id, 'A message that was said', '<p>A message that was said, number ' || n || ', about as long as messages are.</p>',
        'A message that was said', 3, 'text', 'published', gen_random_uuid(), now() - (${MESSAGES}::int - n) * interval '1 second'
      FROM (SELECT participant_id, row_number() OVER (ORDER BY id) AS number FROM listening_party_participants WHERE party_id = ${long}) m
      JOIN generate_series(1, ${MESSAGES}::int) AS n ON n % ${PEOPLE}::int + 1 = m.number`);
    await ctx.db.rows(sql`UPDATE listening_parties SET message_count = ${MESSAGES}::int WHERE id = ${long}`);
    const [cookies, others] = [crowd.slice(0, LISTENERS), crowd.slice(LISTENERS)].map((some) =>
      some.map(({ cookie }) => cookie),
    );
    return { writers: writers.map(({ cookie }) => cookie), listeners: cookies!, joiners: others!, ...rooms, long };
  });
