import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prices } from '#people/ledger/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { eraseJob } from '#people/accounts/server/leaving/deletion.ts';
import { purgeRemoved } from '#content/core/server/maintenance/purge.ts';
import { distinctWords, makePost } from '#features/forum/server/fixtures.ts';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { zipOfParts } from '#site/testing/zip.ts';
import { refundJob } from './purchases.ts';
import { contentType, contentTypes } from '#content/core/server/type.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ environment: { SESSION_DAYS: '365' } });
});
afterAll(() => world.close());

const SECRET = 'sidechain-the-reverb';
const longAgo = new Date('2020-01-01');
const member = (over: object = {}) => world.member({ createdAt: longAgo, ...over });
const pay = (by: FixtureMember, credits: number) =>
  world.ctx.db.tx((tx) => correct(world.ctx, tx, by.profileId, { xp: 0, credits }, randomUUID()));
const creditsOf = async (by: FixtureMember): Promise<number> =>
  (await world.ctx.db.rows<{ credits: number }>(sql`SELECT credits FROM profiles WHERE id = ${by.profileId}`))[0]!
    .credits;

/** Something that is sold, by one member to another. */
interface Sold {
  readonly kind: string;
  readonly path: string;
  readonly param: string;
  readonly id: string;
  readonly seller: FixtureMember;
  readonly buyer: FixtureMember;
  readonly price: number;
  /** The fields of an edit that says so. */
  edit(text: string): object;
  /** What a member gets of what was sold; null for nothing. */
  got(by: FixtureMember | null): Promise<string | null>;
  /** A version with another content, where there are such. */
  renew?(): Promise<void>;
  /** What its seller might take out of it, where there is such. */
  strip?(): Promise<void>;
}

async function archiveOf(by: FixtureMember): Promise<string> {
  const bytes = zipOfParts([{ name: `${randomUUID()}.nfo`, content: Buffer.from('notes') }]);
  const id = await makeFile(world.ctx, by, bytes, { purpose: 'sharing_archive', name: 'My kit.zip' });
  await world.settle();
  return id;
}

async function soldKit(kind: 'drumkit' | 'editing_pack', path: string): Promise<Sold> {
  const [seller, buyer, price] = [await member(), await member(), 40];
  const title = `Kit ${randomUUID()}`;
  const fileId = await archiveOf(seller);
  const type = kind === 'editing_pack' ? { type: 'general' } : {};
  const body = { title, archiveFileId: fileId, price, rights: true, submitId: randomUUID(), ...type };
  const made = await world.call(`POST ${path}`, { body }, seller);
  const { id } = made.body as { id: string };
  await world.ctx.db.tx(async (tx) => void (await world.ctx.kinds.get(kind)!.release!(world.ctx, tx, id)));
  await pay(buyer, price);
  const bought = await world.call(`POST ${path}/:itemId/buy`, { params: { itemId: id }, body: { price } }, buyer);
  expect([made.status, bought.status]).toEqual([200, 200]);
  return {
    kind,
    path,
    param: 'itemId',
    id,
    seller,
    buyer,
    price,
    edit: (text) => ({ title, description: text, price, ...type }),
    async got(by) {
      const page = await world.call(`GET ${path}/:itemId`, { params: { itemId: id } }, by);
      const asked = await world.call(`POST ${path}/:itemId/download`, { params: { itemId: id } }, by);
      const file = await world.get(`/archives/${fileId}`, by);
      const versions = await world.call(`GET ${path}/:itemId/versions`, { params: { itemId: id } }, by);
      const all = [page, asked, file, versions].map(({ status }) => status);
      if (all.every((status) => status === 200)) return 'all';
      // A page may be open to everybody; what was sold is one with its file.
      return file.status === 200 || asked.status === 200 ? `a part: ${all.join()}` : null;
    },
    async renew() {
      const version = { fileId: await archiveOf(seller), notes: 'Another one', rights: true };
      const added = await world.call(
        `POST ${path}/:itemId/versions`,
        { params: { itemId: id }, body: version },
        seller,
      );
      expect(added.status).toBe(200);
    },
  };
}

async function soldPost(): Promise<Sold> {
  const [seller, buyer, price] = [await member(), await member(), prices.unlock];
  const text = `Kick under bass ${randomUUID()}\n\n${distinctWords()} ${'In three steps that anybody can follow at home. '.repeat(4)} **${SECRET}**`;
  const fileIds = [
    await makeFile(world.ctx, seller, await drawPicture()),
    await makeFile(world.ctx, seller, await drawPicture()),
  ];
  await world.settle();
  const id = await makePost(world.ctx, seller, { content: text, isLocked: true, fileIds });
  await pay(buyer, price);
  await world.ok('POST /forum/posts/:postId/unlock', { params: { postId: id } }, buyer);
  const sold: Sold = {
    kind: 'forum_post',
    path: '/forum/posts',
    param: 'postId',
    id,
    seller,
    buyer,
    price,
    edit: (more) => ({ content: `${text} ${more}` }),
    async got(by) {
      const page = await world.call('GET /forum/posts/:postId', { params: { postId: id } }, by);
      const history = await world.call('GET /forum/posts/:postId/history', { params: { postId: id } }, by);
      const { files = [] } = page.body as { files?: readonly { url: string }[] };
      const pictures = await Promise.all(files.map(({ url }) => world.get(url, by)));
      const hasPictures = pictures.length === fileIds.length && pictures.every(({ status }) => status === 200);
      if (!JSON.stringify(page.body).includes(SECRET)) return hasPictures ? 'a part: pictures' : null;
      return history.status === 200 && hasPictures ? 'all' : `a part: ${history.status}, ${pictures.length}`;
    },
    async strip() {
      for (const left of [[], [fileIds[1]!]]) {
        const body = { content: text, fileIds: left, isLocked: left.length > 0, baseVersion: await versionOf(sold) };
        const answer = await call(sold, 'PATCH', body, seller);
        expect(answer.body).toMatchObject({ code: 'pictures_sold' });
      }
      const more = [fileIds[1]!, await makeFile(world.ctx, seller, await drawPicture()), fileIds[0]!];
      const body = { content: text, fileIds: more, baseVersion: await versionOf(sold) };
      expect((await call(sold, 'PATCH', body, seller)).status).toBe(200);
      fileIds.push(more[1]!);
    },
  };
  return sold;
}

const makers: Readonly<Record<string, () => Promise<Sold>>> = {
  drumkit: () => soldKit('drumkit', '/drumkits'),
  editing_pack: () => soldKit('editing_pack', '/editing-packs'),
  forum_post: soldPost,
};

const call = (sold: Sold, method: string, body: object, by: FixtureMember) =>
  world.call(`${method} ${sold.path}/:${sold.param}`, { params: { [sold.param]: sold.id }, body }, by);
const versionOf = async (sold: Sold): Promise<number> => {
  const page = await world.call(`GET ${sold.path}/:${sold.param}`, { params: { [sold.param]: sold.id } }, sold.seller);
  return (page.body as { version: number }).version;
};
const edited = async (sold: Sold, text: string, more: object = {}) => {
  const body = { ...sold.edit(text), ...more, baseVersion: await versionOf(sold) };
  expect((await call(sold, 'PATCH', body, sold.seller)).status).toBe(200);
};
const setState = (sold: Sold, state: string) =>
  world.ctx.db.rows(sql`UPDATE ${sql.raw(contentType(sold.kind)!.table)} SET state = ${state} WHERE id = ${sold.id}`);
const isArchive = (sold: Sold): boolean => sold.kind !== 'forum_post';
const eraseSeller = async ({ seller }: Sold) => {
  await world.ctx.db.rows(sql`UPDATE users SET deletion_at = ${new Date(0)} WHERE id = ${seller.userId}`);
  await eraseJob.run(world.ctx, { userId: seller.userId });
};

/** Whatever a seller does, and what happens to them. False: the kind has no such thing. */
const deeds: Readonly<Record<string, (sold: Sold) => Promise<unknown>>> = {
  'blocks the buyer': ({ seller, buyer }) =>
    world.ok('PUT /blocks/:profileId', { params: { profileId: buyer.profileId } }, seller),
  'edits it': (sold) => edited(sold, 'Some other words.'),
  'writes private information into it, so that it is held': (sold) => edited(sold, 'Call +49 170 5550123'),
  'has it held': (sold) => setState(sold, 'held'),
  'has it waiting for approval again': (sold) => setState(sold, 'pending'),
  'makes it private': (sold) => setState(sold, 'private'),
  'marks it as 18+': (sold) =>
    world.ctx.db.rows(sql`UPDATE ${sql.raw(contentType(sold.kind)!.table)} SET is_adult = true WHERE id = ${sold.id}`),
  'takes pictures out of it': async (sold) => await sold.strip?.(),
  'adds a version': async (sold) => await sold.renew?.(),
  'raises the price': async (sold) => isArchive(sold) && (await edited(sold, '', { price: 90 })),
  'makes it free and removes it': async (sold) => {
    if (isArchive(sold)) await edited(sold, '', { price: null });
    else await edited(sold, '', { isLocked: false });
    expect((await call(sold, 'DELETE', {}, sold.seller)).status).toBe(200);
  },
  'removes it, and the purge runs': async (sold) => {
    expect((await call(sold, 'DELETE', {}, sold.seller)).status).toBe(200);
    await purgeRemoved(world.ctx, new Date('2999-01-01'));
    await cleanFiles(world.ctx);
  },
  'is suspended': ({ seller }) =>
    world.ctx.db.rows(sql`UPDATE profiles SET suspended_until = '2999-01-01' WHERE id = ${seller.profileId}`),
  'deletes their account': eraseSeller,
  'removes it, blocks the buyer and deletes their account': async (sold) => {
    const { seller, buyer } = sold;
    await world.ok('PUT /blocks/:profileId', { params: { profileId: buyer.profileId } }, seller);
    expect((await call(sold, 'DELETE', {}, seller)).status).toBe(200);
    await eraseSeller(sold);
    await purgeRemoved(world.ctx, new Date('2999-01-01'));
    await cleanFiles(world.ctx);
  },
};

/** What ends a purchase. */
const ends: Readonly<Record<string, (sold: Sold) => Promise<unknown>>> = {
  'staff remove it': async (sold) =>
    expect((await call(sold, 'DELETE', { reason: 'Not theirs' }, await member({ moderator: true }))).status).toBe(200),
  'a complaint is accepted': async (sold) => {
    const moderator = await member({ moderator: true });
    const page = contentType(sold.kind)!.address({ id: sold.id, parentId: null });
    const email = `claimant-${randomUUID()}@example.net`;
    const body = {
      url: `${world.ctx.siteUrl}${page}`,
      email,
      name: 'Clara Owner',
      postalAddress: '1 Main Street, Springfield',
      work: 'The song "Blue hours" of 2024.',
      signature: 'Clara Owner',
    };
    await world.ok('POST /legal/takedown', { body: { ...body, goodFaith: true, accurate: true } });
    const token = /token=([\w-]+)/.exec((await world.mails(email))[0]!.text)![1]!;
    await world.ok('POST /legal/takedown/confirm', { body: { token } });
    const [row] = await world.ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM complaints WHERE claimant_email = ${email}`,
    );
    await world.ok(
      'POST /staff/complaints/:complaintId/accept',
      { params: { complaintId: row!.id }, body: {} },
      moderator,
    );
  },
};

describe('what was bought', () => {
  it('is every kind of content that has sales', () => {
    expect(
      contentTypes()
        .flatMap((type) => (type.sales ? [type.kind] : []))
        .toSorted(),
    ).toEqual(Object.keys(makers).toSorted());
  });

  describe.each(Object.keys(makers))('%s', (kind) => {
    it.each(Object.keys(deeds))('stays its buyer’s when the seller %s', async (deed) => {
      const sold = await makers[kind]!();
      expect(await sold.got(sold.buyer)).toBe('all');
      await deeds[deed]!(sold);
      await world.settle();
      expect(await sold.got(sold.buyer)).toBe('all');
      expect(await creditsOf(sold.buyer)).toBe(0);
      // The statement leads there.
      const { items } = await world.ok('GET /ledger/entries', { query: { currency: 'credits' } }, sold.buyer);
      const page = contentType(kind)!.address({ id: sold.id, parentId: null });
      expect(items.find(({ amount }) => amount === -sold.price)?.about?.url).toBe(page);
    });

    it.each(Object.keys(ends))('ends when %s, and is paid back in full though the seller has spent it', async (end) => {
      const sold = await makers[kind]!();
      const before = await creditsOf(sold.seller);
      // A correction takes what a payment would not: it rests.
      await pay(sold.seller, 3 - before);
      expect(await creditsOf(sold.seller)).toBe(3);
      // Removed by the seller first, so that nothing seems to be left to pay back for.
      const isComplaint = end === 'a complaint is accepted';
      if (!isComplaint) expect((await call(sold, 'DELETE', {}, sold.seller)).status).toBe(200);
      await world.settle();
      const left = await creditsOf(sold.seller);
      await ends[end]!(sold);
      await world.settle();
      await refundJob.run(world.ctx, { kind, id: sold.id });
      expect(await sold.got(sold.buyer)).toBeNull();
      expect(await creditsOf(sold.buyer)).toBe(sold.price);
      const entries = await world.ctx.db.rows<{ kind: string; amount: number }>(sql`
        SELECT kind, amount FROM ledger_entries WHERE profile_id = ${sold.buyer.profileId} AND amount > 0 AND kind LIKE 'refund%' ORDER BY kind`);
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(sold.price);
      expect(entries.map((entry) => entry.kind)).toContain('refund_by_site');
      expect(await creditsOf(sold.seller)).toBeLessThanOrEqual(left);
      // Restored, it is bought again.
      if (!isComplaint) {
        const admin = await member({ admin: true });
        await world.call(`POST ${sold.path}/:${sold.param}/restore`, { params: { [sold.param]: sold.id } }, admin);
        const isPost = kind === 'forum_post';
        const again = await world.call(
          `POST ${sold.path}/:${sold.param}/${isPost ? 'unlock' : 'buy'}`,
          { params: { [sold.param]: sold.id }, ...(!isPost && { body: { price: sold.price } }) },
          sold.buyer,
        );
        expect(again.status).toBe(200);
        expect(await creditsOf(sold.buyer)).toBe(0);
        expect(await sold.got(sold.buyer)).toBe('all');
      }
    });

    it('gives a buyer whom the seller has blocked nothing else: no tip, no answer, no like', async () => {
      const sold = await makers[kind]!();
      const { seller, buyer } = sold;
      await world.ok('PUT /blocks/:profileId', { params: { profileId: buyer.profileId } }, seller);
      const at = { [sold.param]: sold.id };
      const page = await world.call(`GET ${sold.path}/:${sold.param}`, { params: at }, buyer);
      const { can, notice } = page.body as { can: Record<string, boolean>; notice: string };
      expect(notice).toBe('You have bought it, and you keep it.');
      expect(Object.keys(can).filter((action) => can[action] && action !== 'download')).toEqual([]);
      const reply = { params: at, body: { content: 'Hello there.', submitId: randomUUID() } };
      expect((await world.call(`POST ${sold.path}/:${sold.param}/replies`, reply, buyer)).status).toBe(404);
      await pay(buyer, 20);
      const tip = { params: { kind, contentId: sold.id }, body: { submitId: randomUUID(), credits: 10 } };
      expect((await world.call('POST /tips/:kind/:contentId', tip, buyer)).status).not.toBe(200);
      expect(await creditsOf(buyer)).toBe(20);
    });
  });
});
