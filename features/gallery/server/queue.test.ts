import { describe, expect, test } from 'vitest';
import type { Input } from '#site/contract/contract.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { at, audits, creditsOf, make, notices, openGallery, owner, read, staff, world } from './testing/world.ts';

openGallery();

const items = async (subject: string, state: 'open' | 'decided' = 'open') =>
  (await world.ok('GET /staff/queue', { query: { subject, state } }, staff)).items;
const decision = async (id: string, body: Omit<Input<'POST /staff/queue/:itemId/decide'>['body'], 'version'>) => ({
  params: await openItemOf(world.ctx, id),
  body,
});
const decide = async (id: string, body: Parameters<typeof decision>[1], by: FixtureMember = staff) =>
  world.ok('POST /staff/queue/:itemId/decide', await decision(id, body), by);

describe('an image that waits for approval', () => {
  test('is an open item of the moderation queue, with what seems to be private in it', async () => {
    const id = await make({ approved: false, title: 'Desk', description: 'Call +49 170 5550123' });
    const query = { cause: 'approval', kind: 'gallery_image', subject: id } as const;
    const page = await world.ok('GET /staff/queue', { query }, staff);
    expect(page.items).toMatchObject([
      {
        needsApproval: true,
        hold: null,
        author: { username: owner.username },
        subject: { title: 'Desk', visibility: 'held' },
      },
    ]);
    const { history } = await world.ok('GET /staff/queue/:itemId', { params: await openItemOf(world.ctx, id) }, staff);
    expect(history).toMatchObject([{ kind: 'approval', reasons: ['phone number'], source: 'submitted' }]);
  });

  test('that was handed to admins is decided by them alone, on the page of the gallery too', async () => {
    const moderator = await world.member({ moderator: true });
    const id = await make({ approved: false, title: 'Desk' });
    const params = await openItemOf(world.ctx, id);
    await world.ok('POST /staff/queue/:itemId/escalate', { params, body: { reason: 'For you' } }, moderator);
    const image = { params: { imageId: id } };
    await world.refused('POST /staff/gallery/:imageId/approve', image, moderator, 'with_admins');
    const rejection = { ...image, body: { reason: 'No' } };
    await world.refused('POST /staff/gallery/:imageId/reject', rejection, moderator, 'with_admins');
    await world.ok('POST /staff/gallery/:imageId/approve', image, await world.member({ admin: true }));
  });

  test('is approved there as in the gallery: published, rewarded, in the audit log, with the words of the gallery', async () => {
    const id = await make({ approved: false, title: 'Desk' });
    await decide(id, { decision: 'approve', reason: 'Fine.' });
    expect(await read(id, null)).toMatchObject({ state: 'approved' });
    expect(await creditsOf(owner)).toBe(1);
    expect(await notices(owner)).toMatchObject([
      { kind: 'approval', title: 'Image approved', message: '"Desk" is in the gallery now.' },
    ]);
    expect(await audits(id)).toEqual([{ action: 'gallery_image.approve', reason: 'Fine.', actor_id: staff.profileId }]);
    expect(await items(id)).toEqual([]);
    const end = { decision: 'approve', by: { username: staff.username }, reason: 'Fine.' };
    expect(await items(id, 'decided')).toMatchObject([{ decision: end }]);
  });

  test('is rejected there with a reason that its owner reads, and kept by nobody', async () => {
    const id = await make({ approved: false, title: 'Blur' });
    for (const body of [{ decision: 'keep' }, { decision: 'remove', reason: '' }] as const)
      await world.refused('POST /staff/queue/:itemId/decide', await decision(id, body), staff, 'invalid');
    await decide(id, { decision: 'remove', reason: 'Out of focus.' });
    expect(await read(id, owner)).toMatchObject({ state: 'rejected', notice: 'Not approved: Out of focus.' });
    expect(await notices(owner)).toMatchObject([
      { kind: 'rejection', title: 'Image not approved', message: '"Blur" was not approved: Out of focus.' },
    ]);
    expect(await audits(id)).toMatchObject([{ action: 'gallery_image.reject', reason: 'Out of focus.' }]);
    expect(await items(id, 'decided')).toMatchObject([{ decision: { decision: 'remove', reason: 'Out of focus.' } }]);
  });

  test('is judged there by nobody who may not in the gallery', async () => {
    const boss = await world.member({ admin: true });
    const approve = { decision: 'approve' } as const;
    const own = await decision(await make({ approved: false }, staff), approve);
    await world.refused('POST /staff/queue/:itemId/decide', own, staff, 'own_content');
    const sent = await make({ approved: false, title: 'Call +49 170 5550123' }, boss);
    await world.refused('POST /staff/queue/:itemId/decide', await decision(sent, approve), boss, 'own_content');
    const reject = await decision(sent, { decision: 'remove', reason: 'A number.' });
    await world.refused('POST /staff/queue/:itemId/decide', reject, staff, 'staff_protected');
    await decide(await make({ approved: false }, boss), approve, boss);
    expect(await items(sent)).toHaveLength(1);
  });

  test('is out of the queue once staff have decided in the gallery, and in it again when they restore it', async () => {
    const [approved, rejected] = [await make({ approved: false }), await make({ approved: false })];
    await world.ok('POST /staff/gallery/:imageId/approve', at(approved), staff);
    await world.ok('POST /staff/gallery/:imageId/reject', { ...at(rejected), body: { reason: 'No.' } }, staff);
    for (const [id, end] of [
      [approved, 'approve'],
      [rejected, 'remove'],
    ] as const) {
      expect(await items(id)).toEqual([]);
      expect(await items(id, 'decided')).toMatchObject([
        { decision: { decision: end, by: { username: staff.username } } },
      ]);
    }
    await world.ok('POST /gallery/images/:imageId/restore', at(rejected), staff);
    expect(await items(rejected)).toMatchObject([{ needsApproval: true }]);
    await decide(rejected, { decision: 'approve' });
    expect(await read(rejected, null)).toMatchObject({ state: 'approved' });
  });

  test('needs no decision any more when its owner deletes it, and needs one again once they restore it', async () => {
    const id = await make({ approved: false });
    await world.ok('DELETE /gallery/images/:imageId', { ...at(id), body: {} }, owner);
    expect(await items(id)).toEqual([]);
    expect(await items(id, 'decided')).toMatchObject([{ decision: { decision: 'obsolete' } }]);
    await world.ok('POST /gallery/images/:imageId/restore', at(id), owner);
    const { history } = await world.ok('GET /staff/queue/:itemId', { params: await openItemOf(world.ctx, id) }, staff);
    expect(history).toMatchObject([{ kind: 'approval', source: 'restored' }]);
  });

  test('of which staff decide in both places at once is decided once, and rewarded once', async () => {
    const id = await make({ approved: false });
    const boss = await world.member({ admin: true });
    const approve = await decision(id, { decision: 'approve' });
    const remove = { ...approve, body: { decision: 'remove', reason: 'No.' } } as const;
    const answers = await Promise.all([
      world.call('POST /staff/gallery/:imageId/approve', at(id), staff),
      world.call('POST /staff/queue/:itemId/decide', approve, boss),
      world.call('POST /staff/gallery/:imageId/approve', at(id), boss),
      world.call('POST /staff/queue/:itemId/decide', remove, staff),
    ]);
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, 409, 409, 409]);
    expect(await notices(owner)).toHaveLength(1);
    expect(await audits(id)).toHaveLength(1);
    expect(await items(id)).toEqual([]);
  });
});
