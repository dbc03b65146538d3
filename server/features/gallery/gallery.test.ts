import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GalleryImage } from '#contract/gallery.ts';
import { gallery } from '#contract/limits/gallery.ts';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { cleanFiles } from '#server/features/media/cleaning.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { blockMember } from '#server/features/friends/actions.ts';
import { banWord } from '#server/features/moderation/decisions.ts';
import { sql } from '#server/platform/db/database.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { wavOf } from '#server/testing/wav.ts';
import { removeImage, restoreImage } from './actions.ts';
import { drawPicture, makeGalleryImage } from './fixtures.ts';
import { purgeImagesJob } from './jobs.ts';
import { galleryTopicRules } from './live.ts';

let world: World;
let owner: FixtureMember;
let other: FixtureMember;
let staff: FixtureMember;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-01T12:00:00Z') });
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await world.member();
  other = await world.member();
  staff = await world.member({ moderator: true });
  // Every test in an hour of its own: cooldowns of the one are not the other's.
  world.clock!.advance(3_600_000);
});

const at = (imageId: string) => ({ params: { imageId } });
const make = (overrides: Parameters<typeof makeGalleryImage>[2] = {}, by = owner) =>
  makeGalleryImage(world.ctx, by, overrides);
const read = (id: string, as: FixtureMember | null) => world.ok('GET /gallery/images/:imageId', at(id), as);
const creditsOf = async (member: FixtureMember): Promise<number> => {
  const [row] = await world.ctx.db.rows<{ credits: number }>(
    sql`SELECT credits FROM profiles WHERE id = ${member.profileId}`,
  );
  return row!.credits;
};
const staged = async (by = owner, content?: Uint8Array): Promise<string> =>
  makeFile(world.ctx, by, content ?? (await drawPicture()), { purpose: 'gallery' });
const upload = async (body: Partial<{ title: string; description: string; isAdult: boolean }> = {}, by = owner) => ({
  body: { fileId: await staged(by), submitId: randomUUID(), ...body },
});
const idsOf = (page: { items: GalleryImage[] }): string[] => page.items.map((image) => image.id);
const notices = (member: FixtureMember) =>
  world.ctx.db.rows<{ kind: string; title: string; message: string; url: string | null }>(
    sql`SELECT kind, title, message, url FROM notifications WHERE user_id = ${member.profileId} ORDER BY created_at, id`,
  );
const audits = (id: string) =>
  world.ctx.db.rows<{ action: string; reason: string; actor_id: string | null }>(
    sql`SELECT action, reason, actor_id FROM audit_log WHERE target_id = ${id} ORDER BY created_at, id`,
  );

describe('an upload', () => {
  test('waits for staff, is Untitled without a title, and is seen by its owner and staff alone', async () => {
    const made = await world.ok('POST /gallery/images', await upload(), owner);
    expect(made).toMatchObject({ title: 'Untitled', description: '', state: 'pending', likeCount: 0, liked: false });
    expect(made.notice).toBe('Your image is waiting for approval. You will get a notification.');
    expect(made.can).toEqual({
      like: false,
      delete: true,
      restore: false,
      report: false,
      decide: false,
      feature: false,
    });
    expect(idsOf(await world.ok('GET /gallery/images'))).not.toContain(made.id);
    expect(idsOf(await world.ok('GET /gallery/mine', { query: { list: 'unapproved' } }, owner))).toEqual([made.id]);
    expect(idsOf(await world.ok('GET /gallery/mine', {}, other))).toEqual([]);
    await world.refused('GET /gallery/images/:imageId', at(made.id), null, 'image_not_found');
    await world.refused('GET /gallery/images/:imageId', at(made.id), other, 'image_not_found');
    expect((await read(made.id, staff)).can).toMatchObject({ decide: true, like: false, feature: false });
    await world.refused(
      'PUT /gallery/images/:imageId/like',
      { ...at(made.id), body: { on: true } },
      owner,
      'image_not_found',
    );
    await world.refused(
      'POST /reports',
      { body: { kind: 'gallery_image', id: made.id, reason: 'spam' } },
      other,
      'not_found',
    );
  });

  test('is processed while it waits: then it has an address, widths, dimensions and a placeholder', async () => {
    const { id } = await world.ok('POST /gallery/images', await upload(), owner);
    await world.settle();
    const { file } = await read(id, owner);
    expect(file).toMatchObject({ kind: 'image', processing: 'done', width: 64, height: 48, originalUrl: null });
    expect(file.url).toMatch(/^\/files\/gallery\//);
    expect(file.placeholder).toMatch(/^data:image\//);
  });

  test('submitted twice is one image, at once or one after the other', async () => {
    const input = await upload({ title: 'Once' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.ok('POST /gallery/images', input, owner)));
    answers.push(await world.ok('POST /gallery/images', input, owner));
    expect(new Set(answers.map((image) => image.id)).size).toBe(1);
    expect((await world.ok('GET /gallery/mine', {}, owner)).items).toHaveLength(1);
  });

  test('takes only an own free picture of the four types', async () => {
    const submitId = randomUUID();
    const foreign = await staged(other);
    await world.refused('POST /gallery/images', { body: { fileId: foreign, submitId } }, owner, 'file_not_usable');
    await world.refused('POST /gallery/images', { body: { fileId: randomUUID(), submitId } }, owner, 'file_not_usable');
    const sound = await makeFile(world.ctx, owner, wavOf(2000), { name: 'picture.png' });
    await world.refused('POST /gallery/images', { body: { fileId: sound, submitId } }, owner, 'file_not_usable');
    const sharp = (await import('sharp')).default;
    const avif = await sharp(await drawPicture())
      .avif()
      .toBuffer();
    const wrong = await staged(owner, avif);
    const refused = await world.refused(
      'POST /gallery/images',
      { body: { fileId: wrong, submitId } },
      owner,
      'file_type_refused',
    );
    expect(refused.detail).toContain('pictures of this type');
    const used = await upload();
    await world.ok('POST /gallery/images', used, owner);
    await world.refused(
      'POST /gallery/images',
      { body: { ...used.body, submitId: randomUUID() } },
      owner,
      'file_not_usable',
    );
    // What was refused stays the member's own free file.
    expect((await world.ok('GET /files', {}, owner)).items.map((file) => file.id)).toEqual(
      expect.arrayContaining([sound, wrong]),
    );
  });

  test('is refused after too many in ten minutes, with the minutes that are left', async () => {
    for (let count = 0; count < 2; count++) await world.ok('POST /gallery/images', await upload(), owner);
    world.clock!.advance(60_000);
    const refused = await world.refused('POST /gallery/images', await upload(), owner, 'upload_cooldown');
    expect(refused).toMatchObject({
      title: 'Cooldown Active',
      detail: 'Please wait 9 minutes before uploading again.',
      meta: { minutes: 9 },
    });
    // A new account has half of the five.
    world.clock!.advance(25 * 3_600_000);
    for (let count = 0; count < 5; count++) await world.ok('POST /gallery/images', await upload(), owner);
    await world.refused('POST /gallery/images', await upload(), owner, 'upload_cooldown');
    await world.ok('POST /gallery/images', await upload({}, other), other);
  });

  test('with a banned word is refused, and the cooldown is named before it', async () => {
    await banWord(world.ctx, null, 'zwickmuehle');
    const refused = await world.refused(
      'POST /gallery/images',
      await upload({ description: 'A ZWICKMUEHLE indeed' }),
      owner,
      'content_blocked',
    );
    expect(refused).toMatchObject({ title: 'Content Blocked', detail: 'Your content was flagged by our spam filter' });
    for (let count = 0; count < 2; count++) await world.ok('POST /gallery/images', await upload(), owner);
    await world.refused('POST /gallery/images', await upload({ title: 'zwickmuehle' }), owner, 'upload_cooldown');
    expect((await world.ok('GET /gallery/mine', {}, owner)).items).toHaveLength(2);
  });

  test('goes through when the spam check breaks', async () => {
    await world.ctx.db.rows(sql`ALTER TABLE site_settings RENAME TO site_settings_gone`);
    try {
      await world.ok('POST /gallery/images', await upload(), owner);
    } finally {
      await world.ctx.db.rows(sql`ALTER TABLE site_settings_gone RENAME TO site_settings`);
    }
  });

  test('shows its owner and staff a notice of private information, and nobody else sees it anyway', async () => {
    const made = await world.ok(
      'POST /gallery/images',
      await upload({ description: 'Call me: +49 170 1234567' }),
      owner,
    );
    expect(made.notice).toMatch(/^It seems to contain private information \(/);
  });

  test('of hostile text is stored as text', async () => {
    const made = await world.ok(
      'POST /gallery/images',
      await upload({ title: '<img src=x onerror=1>\u202e', description: "'; DROP TABLE gallery_images; --" }),
      owner,
    );
    expect(made.title).toBe('<img src=x onerror=1>');
    expect(made.description).toBe("'; DROP TABLE gallery_images; --");
    await world.refused(
      'POST /gallery/images',
      await upload({ title: 'x'.repeat(gallery.titleMax + 1) }),
      owner,
      'invalid',
    );
  });

  test('is not for the silenced, and 18+ only for adults', async () => {
    const silenced = await world.member({ silencedUntil: new Date(world.clock!.now().getTime() + 3_600_000) });
    await world.refused('POST /gallery/images', await upload({}, silenced), silenced, 'silenced');
    await world.refused('POST /gallery/images', await upload({ isAdult: true }), owner, 'adults_only');
    await world.refused(
      'POST /gallery/images',
      { body: { fileId: randomUUID(), submitId: randomUUID() } },
      null,
      'sign_in_required',
    );
  });
});

describe('the files of an image', () => {
  const urlOf = async (id: string): Promise<string> => (await read(id, owner)).file.url!;
  const statusFor = async (url: string, as: FixtureMember | null): Promise<number> => (await world.get(url, as)).status;

  test('are its owner’s and staff’s until it is approved, then everybody’s, and no longer once it is removed', async () => {
    const id = await make({ approved: false });
    const url = await urlOf(id);
    expect([await statusFor(url, null), await statusFor(url, other)]).toEqual([404, 404]);
    expect([await statusFor(url, owner), await statusFor(url, staff)]).toEqual([200, 200]);
    await world.ok('POST /staff/gallery/:imageId/approve', at(id), staff);
    expect([await statusFor(url, null), await statusFor(url, other)]).toEqual([200, 200]);
    await world.ok('DELETE /gallery/images/:imageId', { ...at(id), body: {} }, owner);
    expect([await statusFor(url, null), await statusFor(url, other)]).toEqual([404, 404]);
    expect([await statusFor(url, owner), await statusFor(url, staff)]).toEqual([200, 200]);
  });

  test('of a rejected image stay with its owner and staff', async () => {
    const id = await make({ approved: false });
    const url = await urlOf(id);
    await world.ok('POST /staff/gallery/:imageId/reject', { ...at(id), body: { reason: 'Blurred.' } }, staff);
    expect([await statusFor(url, null), await statusFor(url, other)]).toEqual([404, 404]);
    expect(await statusFor(url, owner)).toBe(200);
  });

  test('of an 18+ image are for adults', async () => {
    const adult = await world.member({ adult: true });
    const id = await make({ isAdult: true }, adult);
    const url = (await read(id, adult)).file.url!;
    expect([await statusFor(url, null), await statusFor(url, other), await statusFor(url, adult)]).toEqual([
      404, 404, 200,
    ]);
  });

  test('are hidden between members who block each other', async () => {
    const id = await make({ approved: false });
    const url = await urlOf(id);
    await world.ok('POST /staff/gallery/:imageId/approve', at(id), staff);
    await world.ok('PUT /blocks/:profileId', { params: { profileId: owner.profileId } }, other);
    expect(await statusFor(url, other)).toBe(404);
    await world.refused('GET /gallery/images/:imageId', at(id), other, 'image_not_found');
    await world.refused(
      'PUT /gallery/images/:imageId/like',
      { ...at(id), body: { on: true } },
      other,
      'image_not_found',
    );
    expect(idsOf(await world.ok('GET /gallery/images', {}, other))).not.toContain(id);
    expect(idsOf(await world.ok('GET /gallery/images', {}, staff))).toContain(id);
  });
});

describe('the list', () => {
  test('shows featured first, then newest, in pages without gaps or doubles', async () => {
    const author = await world.member();
    const ids: string[] = [];
    for (let count = 0; count < gallery.perPage + 3; count++) {
      ids.push(await make({ title: `Row ${count}` }, author));
      world.clock!.advance(11 * 60_000);
    }
    await world.ok('PUT /staff/gallery/:imageId/featured', { ...at(ids[1]!), body: { on: true } }, staff);
    const { username } = author;
    const first = await world.ok('GET /gallery/images', { query: { author: username } });
    expect(first.items).toHaveLength(gallery.perPage);
    expect(first.items[0]).toMatchObject({ id: ids[1], isFeatured: true });
    const rest = await world.ok('GET /gallery/images', { query: { author: username, after: first.next! } });
    expect(rest.next).toBeNull();
    const shown = [...idsOf(first), ...idsOf(rest)];
    expect(shown).toEqual([ids[1], ...ids.filter((id) => id !== ids[1]).toReversed()]);
    const newest = await world.ok('GET /gallery/images', { query: { author: username, order: 'newest' } });
    const older = await world.ok('GET /gallery/images', {
      query: { author: username, order: 'newest', after: newest.next! },
    });
    expect([...idsOf(newest), ...idsOf(older)]).toEqual(ids.toReversed());
    expect((await world.ok('GET /gallery/images', { query: { author: 'nobody_at_all' } })).items).toEqual([]);
  });

  test('finds parts of title and description, whatever the case, and takes wildcards for what they are', async () => {
    const word = randomUUID().slice(0, 8);
    const titled = await make({ title: `Synth RACK ${word}` });
    const described = await make({ description: `Under the ÄRMEL: ${word} 100% tape_loop` });
    const search = async (text: string) =>
      idsOf(await world.ok('GET /gallery/images', { query: { search: text } })).toSorted();
    expect(await search(word.toUpperCase())).toEqual([titled, described].toSorted());
    expect(await search(`rack ${word}`)).toEqual([titled]);
    expect(await search('ärmel: ')).toContain(described);
    expect(await search(`${word} 100% tape_`)).toEqual([described]);
    expect(await search(`${word} 100_ tape`)).toEqual([]);
    expect(await search(`${word}%`)).toEqual([]);
    expect(await search("'\\")).toEqual([]);
    expect(await search('\u202e')).toEqual(await search(''));
  });

  test('leaves 18+ to adults', async () => {
    const adult = await world.member({ adult: true });
    const id = await make({ isAdult: true }, adult);
    for (const reader of [null, other, staff]) {
      expect(idsOf(await world.ok('GET /gallery/images', {}, reader))).not.toContain(id);
      await world.refused('GET /gallery/images/:imageId', at(id), reader, 'adults_only');
    }
    expect(idsOf(await world.ok('GET /gallery/images', {}, adult))).toContain(id);
  });

  test('refuses a cursor that is not its own', async () => {
    for (const after of ['x', '1~2', '2~1~0', `1~99999999999999999~${randomUUID()}`, '0~12~nobody'])
      await world.refused('GET /gallery/images', { query: { after } }, null, 'invalid');
  });
});

describe('a like', () => {
  const like = (id: string, on: boolean, as: FixtureMember) =>
    world.ok('PUT /gallery/images/:imageId/like', { ...at(id), body: { on } }, as);

  test('counts once for each member, and is taken back', async () => {
    const id = await make();
    expect(await like(id, true, other)).toEqual({ on: true, likeCount: 1 });
    expect(await like(id, true, other)).toEqual({ on: true, likeCount: 1 });
    expect(await like(id, true, staff)).toEqual({ on: true, likeCount: 2 });
    expect(await read(id, other)).toMatchObject({ liked: true, likeCount: 2 });
    expect(await read(id, null)).toMatchObject({ liked: false, likeCount: 2 });
    expect(await like(id, false, other)).toEqual({ on: false, likeCount: 1 });
    expect(await like(id, false, other)).toEqual({ on: false, likeCount: 1 });
  });

  test('of many at once is counted right', async () => {
    const id = await make();
    const members = await Promise.all(Array.from({ length: 6 }, () => world.member()));
    await Promise.all(members.flatMap((member) => [like(id, true, member), like(id, true, member)]));
    await Promise.all(members.slice(0, 2).map((member) => like(id, false, member)));
    expect((await read(id, null)).likeCount).toBe(4);
    const [row] = await world.ctx.db.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM gallery_likes WHERE image_id = ${id}`,
    );
    expect(row!.count).toBe(4);
  });

  const likeNotifications = () =>
    world.ctx.db.rows<{ title: string; message: string; others: number; is_hidden: boolean; actor_id: string }>(sql`
      SELECT title, message, others, is_hidden, actor_id FROM notifications WHERE user_id = ${owner.profileId} AND kind = 'like'`);

  test('notifies the uploader in one notification that grows, and not of their own', async () => {
    const id = await make();
    await like(id, true, owner);
    await world.settle();
    expect(await likeNotifications()).toEqual([]);
    await like(id, true, other);
    world.clock!.advance(60_000);
    await like(id, true, staff);
    await like(id, true, staff);
    await world.settle();
    const [notified, ...more] = await likeNotifications();
    expect(more).toEqual([]);
    expect(notified).toMatchObject({ others: 1, is_hidden: false, actor_id: staff.profileId });
    expect(notified!.title).toContain('liked your image');
    for (const member of [staff, other]) await like(id, false, member);
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ is_hidden: true }]);
  });

  test('is notified only while the image is in the gallery, and only of members without a block', async () => {
    const id = await make();
    await like(id, true, other);
    // Staff are the last, and named: of two at the same time it would be either.
    world.clock!.advance(60_000);
    await like(id, true, staff);
    await world.settle();
    await world.ctx.db.tx((tx) => removeImage(world.ctx, tx, id, { profileId: staff.profileId, reason: '' }));
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ is_hidden: true }]);
    await world.ctx.db.tx((tx) => restoreImage(world.ctx, tx, id));
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ is_hidden: false, others: 1 }]);
    await blockMember(world.ctx, owner.profileId, staff.profileId);
    await world.settle();
    expect(await likeNotifications()).toMatchObject([{ actor_id: other.profileId, others: 0 }]);
  });

  test('asks a visitor to sign in, in the specification’s words', async () => {
    const id = await make();
    const refused = await world.refused(
      'PUT /gallery/images/:imageId/like',
      { ...at(id), body: { on: true } },
      null,
      'like_sign_in',
    );
    expect(refused).toMatchObject({ title: 'Authentication Required', detail: 'Please sign in to like images' });
    const gone = await world.refused(
      'PUT /gallery/images/:imageId/like',
      { ...at(randomUUID()), body: { on: true } },
      other,
      'image_not_found',
    );
    expect(gone.title).toBe('Error');
  });
});

describe('staff', () => {
  test('see what waits, oldest first, and members do not', async () => {
    const first = await make({ approved: false });
    world.clock!.advance(1000);
    const second = await make({ approved: false }, other);
    const waiting = idsOf(await world.ok('GET /staff/gallery', {}, staff)).filter(
      (id) => id === first || id === second,
    );
    expect(waiting).toEqual([first, second]);
    await world.refused('GET /staff/gallery', {}, owner, 'forbidden');
    await world.refused('POST /staff/gallery/:imageId/approve', at(first), owner, 'forbidden');
  });

  test('approve: everybody sees it, its owner is notified and gets one credit, and it is in the audit log', async () => {
    const id = await make({ title: 'Desk', approved: false });
    const before = await creditsOf(owner);
    const image = await world.ok('POST /staff/gallery/:imageId/approve', at(id), staff);
    expect(image).toMatchObject({ id, state: 'approved', notice: null, can: { decide: false, feature: true } });
    expect(await creditsOf(owner)).toBe(before + 1);
    expect(await notices(owner)).toEqual([
      {
        kind: 'approval',
        title: 'Image approved',
        message: '"Desk" is in the gallery now.',
        url: `/gallery?image=${id}`,
      },
    ]);
    expect(await audits(id)).toEqual([{ action: 'gallery.approve', reason: '', actor_id: staff.profileId }]);
    await world.refused('POST /staff/gallery/:imageId/approve', at(id), staff, 'already_decided');
    await world.refused(
      'POST /staff/gallery/:imageId/reject',
      { ...at(id), body: { reason: 'late' } },
      staff,
      'already_decided',
    );
  });

  test('of several decisions at once one counts, and the credit is paid once', async () => {
    const id = await make({ approved: false });
    const second = await world.member({ admin: true });
    const answers = await Promise.all(
      [staff, second, staff, second].map((who) => world.call('POST /staff/gallery/:imageId/approve', at(id), who)),
    );
    expect(answers.map((answer) => answer.status).toSorted((low, high) => low - high)).toEqual([200, 409, 409, 409]);
    expect(await creditsOf(owner)).toBe(1);
    expect(await notices(owner)).toHaveLength(1);
    const torn = await make({ approved: false });
    const both = await Promise.all([
      world.call('POST /staff/gallery/:imageId/approve', at(torn), staff),
      world.call('POST /staff/gallery/:imageId/reject', { ...at(torn), body: { reason: 'No.' } }, second),
    ]);
    expect(both.map((answer) => answer.status).toSorted((low, high) => low - high)).toEqual([200, 409]);
  });

  test('reject: its owner is notified with the reason, and gets nothing', async () => {
    const id = await make({ title: 'Blur', approved: false });
    await world.refused('POST /staff/gallery/:imageId/reject', { ...at(id), body: { reason: ' ' } }, staff, 'invalid');
    await world.ok('POST /staff/gallery/:imageId/reject', { ...at(id), body: { reason: 'Out of focus.' } }, staff);
    expect(await read(id, owner)).toMatchObject({ state: 'rejected', notice: 'Not approved: Out of focus.' });
    expect(idsOf(await world.ok('GET /gallery/mine', { query: { list: 'unapproved' } }, owner))).toEqual([id]);
    await world.refused('GET /gallery/images/:imageId', at(id), other, 'image_not_found');
    expect(await creditsOf(owner)).toBe(0);
    expect(await notices(owner)).toMatchObject([
      { kind: 'rejection', message: '"Blur" was not approved: Out of focus.' },
    ]);
    expect(await audits(id)).toMatchObject([{ action: 'gallery.reject', reason: 'Out of focus.' }]);
  });

  test('cannot approve what could not be processed', async () => {
    const id = await make({ approved: false, processed: false, picture: (await drawPicture()).subarray(0, 90) });
    await world.refused('POST /staff/gallery/:imageId/approve', at(id), staff, 'image_not_ready');
    await world.settle();
    await world.refused('POST /staff/gallery/:imageId/approve', at(id), staff, 'image_not_ready');
    const image = await read(id, owner);
    expect(image.file).toMatchObject({ processing: 'failed', url: null });
    expect(image.notice).toContain('could not be read');
  });

  test('feature only what is approved, and each change is in the audit log once', async () => {
    const id = await make({ approved: false });
    const feature = (on: boolean) => ({ ...at(id), body: { on } });
    await world.refused('PUT /staff/gallery/:imageId/featured', feature(true), staff, 'not_approved');
    await world.ok('POST /staff/gallery/:imageId/approve', at(id), staff);
    await world.refused('PUT /staff/gallery/:imageId/featured', feature(true), owner, 'forbidden');
    expect(await world.ok('PUT /staff/gallery/:imageId/featured', feature(true), staff)).toMatchObject({
      isFeatured: true,
    });
    await world.ok('PUT /staff/gallery/:imageId/featured', feature(true), staff);
    expect(await world.ok('PUT /staff/gallery/:imageId/featured', feature(false), staff)).toMatchObject({
      isFeatured: false,
    });
    expect((await audits(id)).map((row) => row.action).toSorted()).toEqual([
      'gallery.approve',
      'gallery.feature',
      'gallery.unfeature',
    ]);
    await world.refused(
      'PUT /staff/gallery/:imageId/featured',
      { ...at(randomUUID()), body: { on: true } },
      staff,
      'image_not_found',
    );
  });

  test('judge no words of their own: no moderator their image, no admin their private information', async () => {
    const boss = await world.member({ admin: true });
    const approve = 'POST /staff/gallery/:imageId/approve';
    await world.refused(approve, at(await make({ approved: false }, staff)), staff, 'own_content');
    const fine = await make({ approved: false, title: 'Desk' }, boss);
    const sent = await make({ approved: false, title: 'Call +49 170 5550123' }, boss);
    await world.ok(approve, at(fine), boss);
    await world.refused(approve, at(sent), boss, 'own_content');
    const reject = { ...at(sent), body: { reason: 'A number.' } };
    await world.refused('POST /staff/gallery/:imageId/reject', reject, staff, 'staff_protected');
    await world.refused('DELETE /gallery/images/:imageId', { ...at(fine), body: {} }, staff, 'staff_protected');
    expect(await read(fine, null)).toMatchObject({ id: fine });
    expect((await read(fine, staff)).can).toMatchObject({ delete: false });
    await world.ok(approve, at(sent), staff);
  });

  test('approve only eight rewarded uploads a day', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 9; count++) {
      ids.push(await make({ approved: false }));
      world.clock!.advance(11 * 60_000);
    }
    // All decisions on one day.
    const tomorrow = new Date(world.clock!.now().getTime() + 86_400_000);
    world.clock!.set(new Date(Date.UTC(tomorrow.getUTCFullYear(), tomorrow.getUTCMonth(), tomorrow.getUTCDate(), 9)));
    for (const id of ids) await world.ok('POST /staff/gallery/:imageId/approve', at(id), staff);
    expect(await creditsOf(owner)).toBe(8);
  });
});

describe('removing', () => {
  test('by its owner takes the credit back and leaves the list; restoring pays once again', async () => {
    const id = await make();
    expect(await creditsOf(owner)).toBe(1);
    await world.refused('DELETE /gallery/images/:imageId', { ...at(id), body: {} }, other, 'forbidden');
    const gone = await Promise.all(
      [0, 1].map(() => world.call('DELETE /gallery/images/:imageId', { ...at(id), body: {} }, owner)),
    );
    expect(gone.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await creditsOf(owner)).toBe(0);
    expect(idsOf(await world.ok('GET /gallery/images', {}, owner))).not.toContain(id);
    await world.refused('GET /gallery/images/:imageId', at(id), other, 'image_not_found');
    expect(await audits(id)).toMatchObject([{ action: 'gallery.approve' }]);
    await world.refused('POST /gallery/images/:imageId/restore', at(id), other, 'image_not_found');
    expect((await read(id, owner)).can).toMatchObject({ restore: true, delete: false });
    await Promise.all([0, 1].map(() => world.ok('POST /gallery/images/:imageId/restore', at(id), owner)));
    expect(await creditsOf(owner)).toBe(1);
    expect(await read(id, null)).toMatchObject({ state: 'approved' });
  });

  test('by staff notifies its owner and is in the audit log', async () => {
    const id = await make({ title: 'Wall' });
    await world.ok('DELETE /gallery/images/:imageId', { ...at(id), body: { reason: 'Not yours.' } }, staff);
    expect(await notices(owner)).toContainEqual(
      expect.objectContaining({
        kind: 'removal',
        title: 'Your image "Wall" was removed',
        message: 'Not yours.',
      }),
    );
    expect(await audits(id)).toContainEqual({
      action: 'gallery.remove',
      reason: 'Not yours.',
      actor_id: staff.profileId,
    });
    expect(await read(id, owner)).toMatchObject({ state: 'removed', notice: 'Removed: Not yours.' });
    await world.refused('POST /gallery/images/:imageId/restore', at(id), owner, 'forbidden');
    await world.ok('POST /gallery/images/:imageId/restore', at(id), staff);
    expect((await audits(id)).map((row) => row.action)).toContain('gallery.restore');
  });

  test('of what waits goes back to waiting when it is restored, without a reward', async () => {
    const id = await make({ approved: false });
    const removal = { profileId: null, reason: '' };
    expect(await world.ctx.db.tx((tx) => removeImage(world.ctx, tx, id, removal))).toBe(true);
    await world.refused('POST /staff/gallery/:imageId/approve', at(id), staff, 'already_decided');
    await world.ctx.db.tx((tx) => restoreImage(world.ctx, tx, id));
    expect(await read(id, owner)).toMatchObject({ state: 'pending' });
    expect(await creditsOf(owner)).toBe(0);
  });

  test('a report can end it', async () => {
    const id = await make();
    await world.ok('POST /reports', { body: { kind: 'gallery_image', id, reason: 'copyright' } }, other);
    const { items } = await world.ok('GET /staff/queue', { query: { subject: id, cause: 'report' } }, staff);
    expect(items).toMatchObject([{ subject: { kind: 'gallery_image', url: `/gallery?image=${id}` } }]);
    const remove = { params: { itemId: items[0]!.id }, body: { decision: 'remove', reason: 'Taken.' } } as const;
    await world.ok('POST /staff/queue/:itemId/decide', remove, staff);
    await world.refused('GET /gallery/images/:imageId', at(id), null, 'image_not_found');
    expect(await creditsOf(owner)).toBe(0);
  });

  test('is final after thirty days: row, likes and files go', async () => {
    const [removed, rejected, stored] = [await make(), await make({ approved: false }), await make()];
    const { file } = await read(removed, owner);
    await world.ok('PUT /gallery/images/:imageId/like', { ...at(removed), body: { on: true } }, other);
    await world.ok('DELETE /gallery/images/:imageId', { ...at(removed), body: {} }, owner);
    await world.ok('POST /staff/gallery/:imageId/reject', { ...at(rejected), body: { reason: 'No.' } }, staff);
    const purge = () => purgeImagesJob.run(world.ctx, {});
    world.clock!.advance((gallery.purgeAfterDays - 1) * 86_400_000);
    await purge();
    expect(await read(removed, owner)).toMatchObject({ state: 'removed' });
    world.clock!.advance(2 * 86_400_000);
    await purge();
    await purge();
    // Sessions have ended meanwhile.
    const again = await world.member({ admin: true });
    for (const id of [removed, rejected])
      await world.refused('GET /gallery/images/:imageId', at(id), again, 'image_not_found');
    expect(await read(stored, null)).toMatchObject({ id: stored });
    const left = await world.ctx.db.rows(sql`SELECT 1 FROM gallery_likes WHERE image_id = ${removed}`);
    expect(left).toEqual([]);
    expect((await world.get(file.url!, again)).status).toBe(404);
    await cleanFiles(world.ctx);
    expect(await world.ctx.storage.stat(file.url!.replace('/files/', ''))).toBeNull();
  });
});

describe('a member', () => {
  test('gets images and likes in their export, and takes both along when they leave', async () => {
    const [own, liked] = [await make({ title: 'Mine' }), await make({}, other)];
    await world.ok('PUT /gallery/images/:imageId/like', { ...at(liked), body: { on: true } }, owner);
    const kind = world.ctx.kinds.get('gallery_image')!;
    const data = await kind.exportOf(world.ctx, owner.profileId);
    expect(data['gallery_images']).toMatchObject([{ id: own, title: 'Mine', is_approved: true }]);
    expect(data['gallery_likes']).toMatchObject([{ image_id: liked }]);
    await world.ctx.db.tx((tx) => kind.erase(world.ctx, tx, owner.profileId));
    await world.refused('GET /gallery/images/:imageId', at(own), staff, 'image_not_found');
    expect(await read(liked, null)).toMatchObject({ likeCount: 0 });
    expect(await kind.exportOf(world.ctx, owner.profileId)).toEqual({ gallery_images: [], gallery_likes: [] });
  });

  test('may listen to news of their own images alone', async () => {
    const rule = (pattern: string) => galleryTopicRules.find((one) => one.pattern === pattern)!;
    const mine = rule('gallery:{profileId}');
    const viewer = { profileId: owner.profileId } as never;
    expect(await mine.maySubscribe(world.ctx, viewer, { profileId: owner.profileId })).toBe(true);
    expect(await mine.maySubscribe(world.ctx, viewer, { profileId: other.profileId })).toBe(false);
    expect(await mine.maySubscribe(world.ctx, null, { profileId: owner.profileId })).toBe(false);
    const id = await make({ approved: false });
    await world.ok('POST /staff/gallery/:imageId/approve', at(id), staff);
    const events = await world.ctx.db.rows<{ type: string; data: unknown }>(
      sql`SELECT type, data FROM topic_events WHERE topic = ${`gallery:${owner.profileId}`} ORDER BY seq`,
    );
    expect(events).toEqual([
      { type: 'image_decided', data: { id, state: 'pending' } },
      { type: 'image_decided', data: { id, state: 'approved' } },
    ]);
  });
});

test('the sitemap names approved images alone, and no 18+ ones', async () => {
  const shown = await make();
  const adults = await make({ isAdult: true }, await world.member({ adult: true }));
  const removed = await make();
  await world.ctx.db.tx((tx) => removeImage(world.ctx, tx, removed, { profileId: null, reason: '' }));
  const pending = await make({ approved: false });
  const { body, status } = await world.get('/sitemap-gallery.xml');
  expect(status).toBe(200);
  expect(body).toContain(`/gallery?image=${shown}<`);
  for (const hidden of [adults, removed, pending]) expect(body).not.toContain(hidden);
  expect((await world.get('/robots.txt')).body).toContain('/sitemap-gallery.xml');
});
