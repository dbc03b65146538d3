import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { gallery } from '#features/gallery/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { banWord } from '#content/moderation/server/words/words.ts';
import { wavOf } from '#site/testing/wav.ts';
import { drawPicture } from './fixtures.ts';
import { at, idsOf, make, openGallery, other, owner, read, staff, staged, upload, world } from './testing/world.ts';

openGallery();

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
    await banWord(world.ctx, null, { word: 'zwickmuehle', action: 'refuse' });
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
    const form = await upload();
    // Settings are cached: a change drops them.
    await setSiteSetting(world.ctx, 'duplicateHours', null);
    const readRows = world.ctx.db.rows;
    const broken = vi.spyOn(world.ctx.db, 'rows').mockImplementation(async (query) => {
      if (inspect(query, { depth: 4 }).includes('SELECT name, value FROM site_settings')) throw new Error('broken');
      return await readRows.call(world.ctx.db, query);
    });
    const logged = vi.spyOn(world.ctx.log, 'error');
    try {
      await world.ok('POST /gallery/images', form, owner);
      expect(logged.mock.calls.map(([, text]) => text)).toContain('the spam check broke; the action goes through');
    } finally {
      broken.mockRestore();
      logged.mockRestore();
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
