import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { eraseJob } from '#people/accounts/server/leaving/deletion.ts';
import { collectExport } from '#people/accounts/server/leaving/export/collect.ts';
import { type SQL, sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

const words = (text: string): Set<string> => new Set(text.split(' '));

/** Columns that hold a person: the id of the profile, or of the sign-in ({@link idOf}). */
const people = words(
  'user_id author_id edited_by profile_id decider_id decided_by actor_id created_by blocker_id blocked_id removed_by editor_id owner_id follower_id followed_id pinned_by friend_id uploader_id invited_by used_by host_id stage_holder_id participant_id added_by opened_by lifted_by undone_by listener',
);
/** Columns that hold a thing. */
const things = words(
  'id target_id submit_id decision_id file_id cover_file_id entry_id content_id party_id drumkit_id archive_file_id editing_pack_id category_id image_id item_id leak_id stage_item_id upload_id track_id link_id option_id post_id in_reply_to restriction_id session_id thread_id parent_id self_promotion_post_id set_id song_id',
);
/** Where `user_id` is the id of a profile. */
const ofProfiles = words('activity_feed friends notifications');
/** `user_id` beside one of these is the sign-in of the same person. */
const owners = words('author_id owner_id');
/** The member's own row and sign-in go by name (`leaving.test.ts`). */
const ownRows = words('users profiles');

/** What staff did to what others made is in the audit log, and stays with the site. */
const ofStaff = words(
  'removed_by edited_by decided_by decider_id lifted_by undone_by opened_by pinned_by editor_id created_by',
);
/** Answers stay where they were read, under a name that says nothing. */
const answers = /^(\w+_replies|upload_comments|chat_messages)\.author_id$/;

/** Rows that are in no export, and why. */
const notExported: Readonly<Record<string, string>> = {
  'account_links.user_id': 'secrets of mails that are on their way',
  'audit_log.actor_id': 'what staff did is the record of the site',
  'blocks.blocked_id': 'whom somebody else has blocked is theirs',
  'data_exports.user_id': 'earlier copies of the same',
  'file_uploads.owner_id': 'transfers that are not finished',
  'follows.followed_id': 'whom somebody else follows is theirs',
  'forum_visits.profile_id': 'a mark of the newest visit, to show what is new',
  'invitations.used_by': 'whoever invited them has it; the address is that of the account',
  'listening_parties.stage_holder_id': 'who plays at this moment',
  'listening_party_presence.profile_id': 'who is there at this moment',
  'notifications.actor_id': 'stands in the inbox of somebody else',
  'payment_events.profile_id': 'hints of the provider; what they were about is in the export',
  'poll_votes.user_id': 'with the poll, which this test does not make: uploads.test.ts',
  'resting_credits.profile_id': 'sums of the ledger, until they can be spent',
  'search_documents.author_id': 'the words of things that are in the export',
  'spam_decisions.profile_id': 'the suspension and the removals of the decision are in the export',
  'staff_notes.profile_id': 'what others of staff noted is theirs',
  'storage_members.profile_id': 'a sum of the files',
  'text_prints.author_id': 'prints of texts that are in the export, for a day',
  'two_factors.user_id': 'secrets',
  'xp_periods.profile_id': 'sums of the ledger',
};

/** Rows that a deletion leaves, and why. Those of {@link ofStaff} and {@link answers} beside them. */
const left: Readonly<Record<string, string>> = {
  'announcements.author_id': 'the words of the site',
  'appeals.profile_id': 'that there was an appeal, and what was decided',
  'audit_log.actor_id': 'append-only: what staff did, and when',
  'complaints.author_id': 'the complaint of somebody else, which the site must be able to prove',
  'files.owner_id': 'files of contents that stay',
  'invitations.invited_by': 'whom they invited; goes by itself',
  'ledger_entries.profile_id': 'keeps the sums of others provable',
  'listening_parties.host_id': 'a party with what others said there',
  'listening_parties.stage_holder_id': 'ends with the party',
  'listening_party_participants.participant_id': 'keeps the chat of others readable',
  'listening_party_queue.added_by': 'what was played in a party of others',
  'payment_customers.profile_id': 'ends what still runs at the provider',
  'payment_events.profile_id': 'hints of the provider, of nobody any more',
  'payment_invoices.profile_id': 'the accounts of the site, of nobody any more',
  'plays.listener': 'a number of the track, of nobody any more',
  'queue_entries.actor_id': 'that there was a report',
  'queue_items.author_id': 'what staff decided',
  'restrictions.profile_id': 'what staff decided',
  'search_documents.author_id': 'of a thing that stays: it goes with the thing',
  'staff_notes.author_id': 'a note about somebody else',
};

/** Columns with words of the member that are emptied in rows that stay. */
const emptied: Readonly<Record<string, readonly string[]>> = {
  'appeals.profile_id': ['statement'],
  'complaints.author_id': [
    'counter_name',
    'counter_address',
    'counter_phone',
    'counter_signature',
    'counter_statement',
  ],
  'files.owner_id': ['name'],
  'queue_entries.actor_id': ['note'],
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_required: boolean;
  readonly is_generated: boolean;
  /** The table that it refers to. */
  readonly refers: string | null;
}

let world: World;
let columns: Column[];
let leaver: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  leaver = await world.member();
  columns = await world.ctx.db.rows<Column>(sql`
    SELECT c.table_name::text AS "table", c.column_name::text AS "column", c.udt_name::text AS type,
      c.is_nullable = 'NO' AND c.column_default IS NULL AS is_required, c.is_generated <> 'NEVER' OR c.is_identity = 'YES' AS is_generated,
      (SELECT f.confrelid::regclass::text FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
        WHERE f.contype = 'f' AND f.conrelid = c.table_name::regclass AND a.attname = c.column_name LIMIT 1) AS refers
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`);
});
afterAll(() => world.close());

const placeOf = ({ table, column }: Column): string => `${table}.${column}`;
const markOf = (column: Column): string => `mark:${placeOf(column)}`;
const ofTable = (table: string): Column[] => columns.filter((one) => one.table === table);
const idOf = ({ profileId, userId }: FixtureMember, { table, column }: Column): string =>
  column === 'user_id' && !ofProfiles.has(table) ? userId : profileId;
const isTwin = ({ table, column }: Column): boolean =>
  column === 'user_id' && ofTable(table).some((other) => owners.has(other.column));
const holds = (column: Column, member: FixtureMember): SQL =>
  sql`${sql.raw(`"${column.column}"`)} = ${idOf(member, column)}::${sql.raw(column.type)}`;

/** Text columns that the program reads as one of a few values, by table and name or by name. */
const fixed: Readonly<Record<string, string>> = {
  'complaints.state': 'restored',
  'files.state': 'claimed',
  'notifications.kind': 'reply',
  'queue_entries.kind': 'report',
  state: 'published',
  content_kind: 'forum_post',
  target_kind: 'forum_post',
};

/** A value for a column that no person is in. */
function valueOf(column: Column, mark: string): SQL {
  const { type } = column;
  const value = fixed[placeOf(column)] ?? fixed[column.column];
  if (value !== undefined) return sql`${value}`;
  if (type === 'uuid') return sql`${randomUUID()}::uuid`;
  if (type === 'text')
    return sql`${column.column === 'url' ? `https://example.org/${randomUUID()}` : `${mark} ${randomUUID()}`}`;
  if (type === '_text') return sql`${[`${mark} ${randomUUID()}`]}::text[]`;
  if (type === 'timestamptz') return sql`${new Date()}::timestamptz`;
  if (type === 'date') return sql`'2030-01-01'::date`;
  if (type === 'jsonb') return sql`'{}'::jsonb`;
  if (type === 'bool') return sql`${column.column === 'is_active'}`;
  if (type === 'bytea') return sql`${randomBytes(8)}::bytea`;
  if (type === 'int8multirange') return sql`'{}'::int8multirange`;
  if (/^(int|float)\d$/.test(type)) return sql`1`;
  throw new Error(`${placeOf(column)}: this test makes no ${type} yet.`);
}

/** Writes a row in which one column holds the leaver, and other columns of people somebody else. */
async function writeRow(person: Column, other: FixtureMember): Promise<void> {
  const written = ofTable(person.table).filter(
    (one) =>
      !one.is_generated && (one.is_required || people.has(one.column) || ['text', '_text', 'bool'].includes(one.type)),
  );
  const values = written.map((one) => {
    const isLeaver = one === person || (owners.has(person.column) && isTwin(one));
    if (people.has(one.column)) return sql`${idOf(isLeaver ? leaver : other, one)}::${sql.raw(one.type)}`;
    if (one.refers !== null) return sql`(SELECT id FROM ${sql.raw(one.refers)} LIMIT 1)`;
    return valueOf(one, markOf(person));
  });
  const names = written.map((one) => sql.raw(`"${one.column}"`));
  await world.ctx.db.rows(
    sql`INSERT INTO ${sql.raw(`"${person.table}"`)} (${sql.join(names, sql`, `)}) VALUES (${sql.join(values, sql`, `)})`,
  );
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of a place that hold the leaver, or what was written there with them. */
async function rowsOf(place: Column): Promise<Row[]> {
  const found = await world.ctx.db.rows<{ row: Row }>(sql`
    SELECT to_jsonb(t) AS row FROM ${sql.raw(`"${place.table}"`)} t
    WHERE ${holds(place, leaver)} OR to_jsonb(t)::text LIKE ${`%${markOf(place)} %`}`);
  return found.map(({ row }) => row);
}

/** What identifies a row: its words, its ids, and the other people in it. */
const traitsOf = (row: Row): string[] =>
  Object.values(row)
    .flat()
    .filter((value): value is string => typeof value === 'string' && value.length > 20 && !/^\d{4}-/.test(value))
    .filter((value) => value !== leaver.profileId && value !== leaver.userId);

it('every column that could hold a person is known as one, or as a thing', () => {
  const unknown = columns.filter(({ type, column }) => type === 'uuid' && !things.has(column) && !people.has(column));
  expect(unknown.map(placeOf), 'say in this test whether it holds a person').toEqual([]);
});

it('an export has every row that holds a member, and a deletion takes them out of every one', async () => {
  const places = columns.filter((one) => people.has(one.column) && !ownRows.has(one.table) && !isTwin(one));
  expect(places.length).toBeGreaterThan(120);
  const others = new Map<Column, FixtureMember>();
  for (const place of places) others.set(place, await world.member());
  // Rows that others refer to first.
  const referred = new Set(columns.map(({ refers }) => refers));
  for (const place of places.toSorted(
    (one, other) => Number(referred.has(other.table)) - Number(referred.has(one.table)),
  ))
    await writeRow(place, others.get(place)!);

  const parts = await Promise.all(world.ctx.personal.map((data) => data.exportOf(world.ctx, leaver.profileId)));
  const exported = JSON.stringify([parts, await collectExport(world.ctx, leaver.userId)]);
  const missing: string[] = [];
  for (const place of places.filter(({ column }) => !ofStaff.has(column))) {
    const rows = await rowsOf(place);
    expect(rows.length, `rows of ${placeOf(place)}`).toBeGreaterThan(0);
    const isIn = rows.some((row) => traitsOf(row).some((trait) => exported.includes(trait)));
    if (!isIn && !exported.includes(others.get(place)!.username)) missing.push(placeOf(place));
  }
  expect(missing).toEqual(Object.keys(notExported));

  await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(Date.now() - 1)} WHERE id = ${leaver.userId}`);
  await eraseJob.run(world.ctx, { userId: leaver.userId });
  await world.settle();
  const staying: string[] = [];
  const wordsLeft: string[] = [];
  for (const place of places) {
    const rows = await rowsOf(place);
    if (rows.length > 0 && !ofStaff.has(place.column) && !answers.test(placeOf(place))) staying.push(placeOf(place));
    for (const column of emptied[placeOf(place)] ?? [])
      if (rows.some((row) => String(row[column]).includes(markOf(place))))
        wordsLeft.push(`${placeOf(place)}: ${column}`);
    // The sign-in is gone: nothing may point at it.
    expect(
      rows.map((row) => row['user_id']).filter((id) => id === leaver.userId),
      placeOf(place),
    ).toEqual([]);
  }
  expect(staying).toEqual(Object.keys(left));
  expect(wordsLeft).toEqual([]);
});
