import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { remove } from '#content/core/server/lifecycle.ts';
import { drawPicture } from './fixtures.ts';
import {
  at,
  audits,
  creditsOf,
  idsOf,
  make,
  notices,
  openGallery,
  other,
  owner,
  read,
  staff,
  world,
} from './testing/world.ts';
import { galleryImage } from './types.ts';

openGallery();

describe('staff', () => {
  test('see what waits, oldest first, and members do not', async () => {
    const first = await make({ approved: false });
    world.clock!.advance(1000);
    const second = await make({ approved: false }, other);
    const waiting = idsOf(await world.ok('GET /staff/gallery', {}, staff)).filter(
      (id) => id === first || id === second,
    );
    expect(waiting).toEqual([first, second]);
    const noticeFor = async (who: typeof owner) =>
      (await world.ok('GET /gallery/images/:imageId', at(first), who)).notice;
    expect(await noticeFor(staff)).toBe('This is waiting for approval. Only its author and staff can see it.');
    expect(await noticeFor(owner)).toBe('Your image is waiting for approval. You will get a notification.');
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
    expect(await audits(id)).toEqual([{ action: 'gallery_image.approve', reason: '', actor_id: staff.profileId }]);
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
    expect(await audits(id)).toMatchObject([{ action: 'gallery_image.reject', reason: 'Out of focus.' }]);
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
      'gallery_image.approve',
      'gallery_image.feature',
      'gallery_image.unfeature',
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

describe('a rejected image', () => {
  const reject = (id: string) =>
    world.ok('POST /staff/gallery/:imageId/reject', { ...at(id), body: { reason: 'Blurred.' } }, staff);
  const mine = async () => idsOf(await world.ok('GET /gallery/mine', {}, owner));

  test('is deleted by its owner from their list, who cannot restore it to ask again', async () => {
    const id = await make({ approved: false });
    await reject(id);
    expect((await read(id, owner)).can).toMatchObject({ delete: true, restore: false });
    await world.refused('DELETE /gallery/images/:imageId', { ...at(id), body: {} }, other, 'image_not_found');
    await world.ok('DELETE /gallery/images/:imageId', { ...at(id), body: {} }, owner);
    expect(await mine()).toEqual([]);
    expect(await read(id, owner)).toMatchObject({ state: 'removed', can: { delete: false, restore: false } });
    await world.refused('POST /gallery/images/:imageId/restore', at(id), owner, 'forbidden');
  });

  test('keeps the reason that its owner reads when it is removed once more', async () => {
    const id = await make({ approved: false });
    await reject(id);
    const removal = { profileId: null, reason: '' };
    expect(await world.ctx.db.tx((tx) => remove(world.ctx, tx, galleryImage, id, removal))).toBe(false);
    expect(await read(id, owner)).toMatchObject({ state: 'rejected', notice: 'Not approved: Blurred.' });
  });

  test('waits for approval again when staff restore it, and is approved then', async () => {
    const id = await make({ title: 'Twice', approved: false });
    await reject(id);
    await world.refused('POST /gallery/images/:imageId/restore', at(id), owner, 'forbidden');
    expect(await world.ok('POST /gallery/images/:imageId/restore', at(id), staff)).toMatchObject({ state: 'pending' });
    world.clock!.advance(60_000);
    await reject(id);
    expect((await notices(owner)).map((notice) => notice.kind)).toEqual(['rejection', 'rejection']);
    await world.ok('POST /gallery/images/:imageId/restore', at(id), staff);
    await world.ok('POST /staff/gallery/:imageId/approve', at(id), staff);
    expect(await read(id, null)).toMatchObject({ state: 'approved', notice: null });
  });
});
