import { describe, expect, test } from 'vitest';
import { content } from '#content/core/contract/limits.ts';
import { remove, restore } from '#content/core/server/lifecycle.ts';
import { purgeJob } from '#content/core/server/maintenance/purge.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { sql } from '#platform/server/db/database.ts';
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
import { galleryTopicRules } from './live.ts';
import { imageKind } from './subjects.ts';
import { galleryImage } from './types.ts';

openGallery();

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
    expect(await audits(id)).toMatchObject([{ action: 'gallery_image.approve' }]);
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
      action: 'gallery_image.remove',
      reason: 'Not yours.',
      actor_id: staff.profileId,
    });
    expect(await read(id, owner)).toMatchObject({ state: 'removed', notice: 'Removed: Not yours.' });
    await world.refused('POST /gallery/images/:imageId/restore', at(id), owner, 'forbidden');
    await world.ok('POST /gallery/images/:imageId/restore', at(id), staff);
    expect((await audits(id)).map((row) => row.action)).toContain('gallery_image.restore');
  });

  test('of what waits goes back to waiting when it is restored, without a reward', async () => {
    const id = await make({ approved: false });
    const removal = { profileId: null, reason: '' };
    expect(await world.ctx.db.tx((tx) => remove(world.ctx, tx, galleryImage, id, removal))).toBe(true);
    await world.refused('POST /staff/gallery/:imageId/approve', at(id), staff, 'already_decided');
    await world.ctx.db.tx((tx) => restore(world.ctx, tx, galleryImage, id, null));
    expect(await read(id, owner)).toMatchObject({ state: 'pending' });
    expect(await creditsOf(owner)).toBe(0);
  });

  test('a report can end it', async () => {
    const id = await make();
    await world.ok('POST /reports', { body: { kind: 'gallery_image', id, reason: 'copyright' } }, other);
    const { items } = await world.ok('GET /staff/queue', { query: { subject: id, cause: 'report' } }, staff);
    expect(items).toMatchObject([{ subject: { kind: 'gallery_image', url: `/gallery?image=${id}` } }]);
    const decision = { params: { itemId: items[0]!.id }, body: { decision: 'remove', reason: 'Taken.' } } as const;
    await world.ok('POST /staff/queue/:itemId/decide', decision, staff);
    await world.refused('GET /gallery/images/:imageId', at(id), null, 'image_not_found');
    expect(await creditsOf(owner)).toBe(0);
  });

  test('is final after thirty days: row, likes and files go', async () => {
    const [removed, rejected, stored] = [await make(), await make({ approved: false }), await make()];
    const { file } = await read(removed, owner);
    await world.ok('PUT /gallery/images/:imageId/like', { ...at(removed), body: { on: true } }, other);
    await world.ok('DELETE /gallery/images/:imageId', { ...at(removed), body: {} }, owner);
    await world.ok('POST /staff/gallery/:imageId/reject', { ...at(rejected), body: { reason: 'No.' } }, staff);
    const purge = () => purgeJob.run(world.ctx, {});
    world.clock!.advance((content.purgeAfterDays - 1) * 86_400_000);
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
    const kind = imageKind;
    const data = await kind.exportOf(world.ctx, owner.profileId);
    expect(data['gallery_images']).toMatchObject([{ id: own, title: 'Mine', is_approved: true }]);
    expect(data['gallery_likes']).toMatchObject([{ image_id: liked }]);
    await world.ctx.db.tx((tx) => kind.erase(world.ctx, tx, owner.profileId));
    await world.refused('GET /gallery/images/:imageId', at(own), staff, 'image_not_found');
    expect(await read(liked, null)).toMatchObject({ likeCount: 0 });
    expect(await kind.exportOf(world.ctx, owner.profileId)).toEqual({
      gallery_images: [],
      gallery_images_earlier_texts: [],
      gallery_likes: [],
    });
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
