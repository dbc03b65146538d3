import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportDocument } from '#people/accounts/server/leaving/exports.ts';
import { type World, openWorld } from '#people/accounts/server/testing/world.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { unzipped } from '#site/testing/zip.ts';
import { wavOf } from '#site/testing/wav.ts';

/** New accounts may not host a party. */
const longAgo = new Date('2020-01-01');
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Member = Awaited<ReturnType<World['member']>>;
type Row = Record<string, unknown> & { refers_to?: Record<string, { title: string; url: string }> };

async function ask(member: Member): Promise<string> {
  const { id } = await member.browser.call('POST /account/exports');
  await world.ctx.jobs.idle();
  return id;
}

/** Loads an archive and compares its length with what was said. */
async function load(member: Member, id: string) {
  const reply = await member.browser.open(exportDocument, '/', { id });
  const zip = await buffer(reply.body as Readable);
  expect(reply).toMatchObject({ contentType: 'application/zip', headers: { 'content-length': String(zip.length) } });
  const files = await unzipped(zip);
  const data = JSON.parse(String(files.get('data.json'))) as { made: Record<string, Row[]> };
  return { files, made: data.made, zip };
}

test('a copy of the data has the files as they were uploaded, under their names', async () => {
  const member = await world.member();
  const [first, second] = [wavOf(3000), wavOf(4000)];
  for (const content of [first, second]) await makeFile(world.ctx, member, content, { name: 'my beat.wav' });
  const id = await ask(member);
  const { files, made, zip } = await load(member, id);
  expect(files.get('files/0001 my beat.wav')).toEqual(Buffer.from(first));
  expect(files.get('files/0002 my beat.wav')).toEqual(Buffer.from(second));
  expect(made['files']!.map((row) => row['path'])).toEqual(['files/0001 my beat.wav', 'files/0002 my beat.wav']);
  expect(String(files.get('pages/files.html'))).toContain('href="../files/0001 my beat.wav"');
  const [item] = (await member.browser.call('GET /account/exports')).items;
  expect(item!.bytes).toBe(zip.length);
});

test('a file that was deleted after the copy was made is left out of it', async () => {
  const member = await world.member();
  const kept = await makeFile(world.ctx, member, wavOf(2000), { name: 'kept.wav' });
  const gone = await makeFile(world.ctx, member, wavOf(2100), { name: 'gone.wav' });
  expect(kept).not.toBe(gone);
  const id = await ask(member);
  await world.ctx.db.rows(sql`UPDATE files SET state = 'removed' WHERE id = ${gone}`);
  const names = [...(await load(member, id)).files.keys()].filter((name) => name.startsWith('files/'));
  expect(names).toEqual(['files/0001 kept.wav']);
});

test('earlier texts of what was edited are in it, with who wrote them', async () => {
  const member = await world.member();
  const postId = await makePost(world.ctx, member, { content: 'First words of a post\n\nabout loops.' });
  await member.browser.call('PATCH /forum/posts/:postId', {
    params: { postId },
    body: { content: 'Better words of a post\n\nabout loops.', baseVersion: 1, isLocked: false },
  });
  const { files, made } = await load(member, await ask(member));
  expect(made['forum_posts']).toMatchObject([{ id: postId, content: 'Better words of a post\n\nabout loops.' }]);
  expect(made['forum_posts_earlier_texts']).toMatchObject([
    { content_id: postId, version: 1, content: 'First words of a post\n\nabout loops.', written_by: 'you' },
  ]);
  expect(String(files.get('pages/forum_posts_earlier_texts.html'))).toContain('First words of a post');
});

test('ids come with title and address of what the member finds on the site, and of nothing else', async () => {
  const [member, other] = [await world.member(), await world.member({ displayName: 'Olu <b>' })];
  const open = await makePost(world.ctx, other, { content: 'Open <i>post</i> title' });
  const hidden = await makePost(world.ctx, other, { content: 'Secret post title' });
  for (const postId of [open, hidden]) {
    await makeReply(world.ctx, member, postId);
    await member.browser.call('PUT /forum/posts/:postId/bookmark', { params: { postId }, body: { on: true } });
  }
  await world.ctx.db.rows(sql`UPDATE forum_posts SET state = 'held' WHERE id = ${hidden}`);
  await member.browser.call('PUT /following/:profileId', { params: { profileId: other.profileId } });
  const { files, made } = await load(member, await ask(member));
  const url = `${world.ctx.siteUrl}/forum/post/${open}`;
  const reference = { title: 'Open <i>post</i> title', url };
  const replies = made['post_replies']!;
  expect(replies.map((row) => row.refers_to?.['post_id'])).toEqual([reference, undefined]);
  const marks = made['bookmarks_and_watched_posts']!;
  expect(marks.find((row) => row['post_id'] === open)!.refers_to).toEqual({ post_id: reference });
  expect(marks.find((row) => row['post_id'] === hidden)!.refers_to).toBeUndefined();
  const page = String(files.get('pages/post_replies.html'));
  expect(page).toContain(`<a href="${url}" dir="auto">Open &lt;i&gt;post&lt;/i&gt; title</a>`);
  const named = Object.values(made).flatMap((rows) => rows.flatMap((row) => Object.values(row.refers_to ?? {})));
  expect(named.map(({ title }) => title).filter((title) => title.includes('Secret'))).toEqual([]);
});

test('nothing in it names what a block hides from the member now', async () => {
  const [member, other, writer] = [
    await world.member(),
    await world.member({ createdAt: longAgo }),
    await world.member(),
  ];
  const postId = await makePost(world.ctx, other, { content: 'A first title\n\nabout loops.' });
  const params = { postId };
  await makeReply(world.ctx, member, postId, { content: 'My own words' });
  await member.browser.call('PUT /forum/posts/:postId/watch', { params, body: { on: true } });
  await makeReply(world.ctx, writer, postId, { content: 'Words of another' });
  await makeReply(world.ctx, other, postId, { content: `@${member.username}, words of the author` });
  const party = { name: 'A first party', submitId: randomUUID() };
  const { id: partyId } = await other.browser.call('POST /parties', { body: party });
  await member.browser.call('POST /parties/:partyId/join', { params: { partyId } });
  await world.ctx.jobs.idle();
  const before = (await load(member, await ask(member))).made;
  expect(before['post_replies']![0]!.refers_to).toMatchObject({ id: { title: 'Reply in A first title' } });
  expect(before['listening_party_participants']![0]!.refers_to).toMatchObject({ party_id: { title: 'A first party' } });
  expect(before['notifications']).not.toEqual([]);

  await other.browser.call('PUT /blocks/:profileId', { params: { profileId: member.profileId } });
  await world.ctx.db.rows(sql`UPDATE forum_posts SET title = 'A secret title' WHERE id = ${postId}`);
  await world.ctx.db.rows(sql`UPDATE listening_parties SET name = 'A secret party' WHERE id = ${partyId}`);
  const { files, made } = await load(member, await ask(member));
  expect(made['post_replies']).toMatchObject([
    { content: 'My own words', refers_to: { id: { title: 'My own words' } } },
  ]);
  expect(made['listening_party_participants']).toMatchObject([{ party_id: partyId }]);
  expect(made['notifications']).toEqual([]);
  const whole =
    JSON.stringify(made) +
    [...files]
      .filter(([name]) => name.endsWith('.html'))
      .map(String)
      .join('');
  for (const text of ['A secret', 'A first', 'Words of another', 'words of the author'])
    expect(whole).not.toContain(text);
});

test('its pages hold texts as text, and lead to each other', async () => {
  const member = await world.member({ displayName: '<script>alert(1)</script>' });
  await makePost(world.ctx, member, { content: `<img src=x onerror=alert(1)> ${randomUUID()}` });
  const { files } = await load(member, await ask(member));
  const pages = [...files].filter(([name]) => name.endsWith('.html'));
  expect(pages.map(([name]) => name)).toContain('index.html');
  for (const [name, content] of pages) {
    expect(String(content)).not.toContain('<script');
    expect(String(content)).not.toContain('<img');
    if (name !== 'index.html') expect(String(files.get('index.html'))).toContain(`href="${name}"`);
  }
});

/** A tape of two sounds: one without a title, one whose file has its own. */
async function makeTape(member: Member) {
  const [plain, titled] = [wavOf(5000), wavOf(6000)];
  const fileIds = [
    await makeSound(world.ctx, member, { name: 'Opening.wav', content: plain }),
    await makeSound(world.ctx, member, { name: 'second.wav', content: titled }),
  ];
  await world.ctx.db.rows(
    sql`UPDATE files SET tags = '{"title":"Mine"}'::jsonb, tempo = 120, musical_key = 'Am' WHERE id = ${fileIds[1]}`,
  );
  const content = `Tape ${randomUUID().slice(0, 8)}`;
  const uploadId = await makeUpload(world.ctx, member, { content, fileIds });
  const { files } = await member.browser.call('GET /uploads/:uploadId', { params: { uploadId } });
  return { uploadId, fileIds, content, plain, titled, trackIds: files.map(({ trackId }) => trackId) };
}

test('tracks come with licence, download choice, tempo and key, as their author corrected them and as they were found', async () => {
  const member = await world.member({ createdAt: longAgo });
  const { uploadId, fileIds, trackIds } = await makeTape(member);
  const params = { uploadId, trackId: trackIds[1]! };
  await member.browser.call('PUT /uploads/:uploadId/tracks/:trackId/terms', {
    params,
    body: { download: 'original', licence: 'cc-by' },
  });
  const body = { tempo: 140, key: 'C' as const, genre: null, date: null, isrc: null };
  await member.browser.call('PUT /uploads/:uploadId/tracks/:trackId/details', { params, body });
  const picture = await makeFile(world.ctx, member, await drawPicture(), { name: 'one.png' });
  const rows = (await load(member, await ask(member))).made['files']!;
  const of = (id: string) => rows.find((row) => row['id'] === id);
  expect(of(fileIds[0]!)).toMatchObject({ download: 'stream', licence: 'all-rights-reserved' });
  expect(of(fileIds[1]!)).toMatchObject({
    download: 'original',
    licence: 'cc-by',
    tempo: 140,
    key: 'C',
    found_tempo: 120,
    found_key: 'Am',
  });
  expect(of(picture)).toMatchObject({ download: null, licence: null, tempo: null, key: null });
});

test("others' timed comments on own tracks are in it as everybody reads them, and none of those whom a block keeps away", async () => {
  const [member, other, blocked, hidden] = [
    await world.member({ createdAt: longAgo }),
    await world.member({ createdAt: longAgo }),
    await world.member({ createdAt: longAgo }),
    await world.member({ createdAt: longAgo }),
  ];
  const { uploadId, trackIds } = await makeTape(member);
  const at = { trackId: trackIds[0]!, ms: 20 };
  await makeComment(world.ctx, other, uploadId, { content: 'The snare is late', at });
  await makeComment(world.ctx, other, uploadId, { content: 'Not at any position' });
  await makeComment(world.ctx, member, uploadId, { content: 'My own words at it', at });
  await makeComment(world.ctx, blocked, uploadId, { content: 'Words of a blocked member', at });
  const removed = await makeComment(world.ctx, hidden, uploadId, { content: 'Words that were removed', at });
  await world.ctx.db.rows(sql`UPDATE upload_comments SET state = 'removed' WHERE id = ${removed}`);
  await member.browser.call('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } });
  const { made, files } = await load(member, await ask(member));
  expect(made['timed_comments_on_own_tracks']).toMatchObject([
    { upload_id: uploadId, track_id: at.trackId, at_ms: 20, content: 'The snare is late', username: other.username },
  ]);
  expect(made['upload_comments']).toMatchObject([{ content: 'My own words at it' }]);
  expect(String(files.get('pages/timed_comments_on_own_tracks.html'))).toContain('The snare is late');
  await world.ctx.db.rows(sql`UPDATE profiles SET user_id = NULL WHERE id = ${other.profileId}`);
  const later = (await load(member, await ask(member))).made['timed_comments_on_own_tracks'];
  expect(later).toMatchObject([{ content: 'The snare is late', username: null }]);
});

test('sets are playlists of its files, and a sound without a title gets tags; what is stored stays as it was', async () => {
  const by = 'Ada Ärmel';
  const member = await world.member({ createdAt: longAgo, displayName: by });
  const other = await world.member({ createdAt: longAgo, displayName: 'Olu' });
  const { uploadId, fileIds, content, plain, titled, trackIds } = await makeTape(member);
  const theirs = await makeTape(other);
  const title = `Night / songs ${randomUUID().slice(0, 8)}`;
  const { id: itemId } = await member.browser.call('POST /sets', {
    body: { title, type: 'album', submitId: randomUUID() },
  });
  for (const track of [
    { uploadId, trackId: trackIds[1]! },
    { uploadId: theirs.uploadId, trackId: theirs.trackIds[0]! },
    { uploadId, trackId: trackIds[0]! },
  ])
    await member.browser.call('POST /sets/:itemId/entries', { params: { itemId }, body: { track } });
  const { files } = await load(member, await ask(member));
  const path = [...files.keys()].find((name) => name.startsWith('playlists/'));
  expect(path).toBe(`playlists/0001 ${title.replace('/', '-')}.m3u8`);
  expect(String(files.get(path!))).toBe(
    [
      '#EXTM3U',
      `#PLAYLIST:${title}`,
      `#EXTINF:0,${by} - Mine`,
      '../files/0002 second.wav',
      `# Not among these files: Olu - Opening ${world.ctx.siteUrl}/uploads/${theirs.uploadId}`,
      `#EXTINF:0,${by} - Opening`,
      '../files/0001 Opening.wav',
      '',
    ].join('\n'),
  );
  // Its own title goes before.
  expect(files.get('files/0002 second.wav')).toEqual(Buffer.from(titled));
  const tagged = files.get('files/0001 Opening.wav')!;
  const whole = Buffer.from(plain);
  expect(tagged.subarray(8, whole.length)).toEqual(whole.subarray(8));
  expect(tagged.readUInt32LE(4)).toBe(tagged.length - 8);
  for (const text of ['INAM', 'Opening\0', 'IART', `${by}\0`, 'IPRD', `${title}\0`])
    expect(tagged.subarray(whole.length).includes(text), text).toBe(true);
  expect(content).not.toBe(title);
  const [{ key }] = (await world.ctx.db.rows<{ key: string }>(sql`SELECT key FROM files WHERE id = ${fileIds[0]}`)) as [
    { key: string },
  ];
  expect(await buffer((await world.ctx.storage.read(key))!.body)).toEqual(whole);
});

test.each([
  ['at the end', ['free', 'mdat', 'moov']],
  ['in front', ['moov', 'free', 'mdat']],
])('an M4A whose index is %s gets tags there, and its samples keep their place', async (_, boxes) => {
  const member = await world.member({ createdAt: longAgo });
  // As long as a sound that is processed, as what it was processed to.
  const sound = wavOf(5000);
  await makeSound(world.ctx, member, { content: sound });
  const contents = { ftyp: Buffer.from('M4A \0\0\0\0'), mdat: Buffer.alloc(sound.length - 48, 'sound') };
  const content = Buffer.concat(
    ['ftyp', ...boxes].flatMap((name) => {
      const inner = new Map(Object.entries(contents)).get(name) ?? Buffer.alloc(0);
      const head = Buffer.from(`\0\0\0\0${name}`);
      head.writeUInt32BE(8 + inner.length);
      return [head, inner];
    }),
  );
  const fileIds = [await makeSound(world.ctx, member, { name: 'Opening.m4a', content })];
  await makeUpload(world.ctx, member, { content: 'Tape', fileIds });
  const { files } = await load(member, await ask(member));
  const tagged = files.get('files/0002 Opening.m4a')!;
  const index = tagged.indexOf('moov') - 4;
  expect(index + tagged.readUInt32BE(index)).toBe(tagged.length);
  expect(tagged.subarray(index).includes('\u00A9nam', 0, 'latin1')).toBe(true);
  expect(tagged.indexOf('sound')).toBe(content.indexOf('sound'));
  expect(tagged.indexOf('moov', index + 8)).toBe(-1);
});
