import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SharingKind, sharingKinds, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { makeFile, makeSound } from '#content/media/server/fixtures.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { listItems } from '#features/sharing/server/read.ts';
import { makeItem, sharedType } from '#features/sharing/server/fixtures.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { blockMember } from '#people/friends/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { pngOf } from '#site/testing/png.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { zipOfParts } from '#site/testing/zip.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const elder = (more: object = {}) => world.member({ createdAt: new Date('2020-01-01'), ...more });

/** What a thing of a case sounds and looks like: from where, and to whom. */
interface Case {
  readonly kind: SharingKind;
  readonly of: 'track' | 'preview sound' | 'preview picture' | 'archive' | 'sold archive' | 'nothing';
}
const cases: readonly Case[] = [
  { kind: 'song', of: 'track' },
  { kind: 'song', of: 'nothing' },
  { kind: 'set', of: 'track' },
  { kind: 'set', of: 'preview picture' },
  { kind: 'set', of: 'nothing' },
  ...(['drumkit', 'editing_pack'] as const).flatMap((kind) =>
    (['preview sound', 'preview picture', 'archive', 'sold archive', 'nothing'] as const).map((of) => ({ kind, of })),
  ),
  { kind: 'leak', of: 'nothing' },
  { kind: 'self_promotion_post', of: 'nothing' },
];

const file = async (
  by: FixtureMember,
  content: Uint8Array,
  name: string,
  purpose: 'sharing_preview' | 'sharing_archive' | 'upload',
) => {
  const id = await makeFile(world.ctx, by, content, { name, purpose });
  await world.settle();
  return id;
};

/** An upload with a sound and a picture, which is its cover. */
async function trackOf(by: FixtureMember) {
  const picture = await file(by, await pngOf('#aa3300'), 'front.png', 'upload');
  const uploadId = await makeUpload(world.ctx, by, { fileIds: [await makeSound(world.ctx, by), picture] });
  const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } });
  return { uploadId, trackId: files.find(({ kind }) => kind === 'audio')!.trackId };
}

/** A thing of a case by a member who is an adult, and the upload that it takes its sound from. */
async function make({ kind, of }: Case, author: FixtureMember): Promise<{ itemId: string; uploadId: string | null }> {
  const track = of === 'track' ? await trackOf(author) : null;
  const previewFileId =
    of === 'preview sound'
      ? await file(author, wavOf(20_000), 'preview.wav', 'sharing_preview')
      : of === 'preview picture'
        ? await file(author, await pngOf('#00aa33'), 'preview.png', 'sharing_preview')
        : undefined;
  const zip = () => zipOfParts([{ name: 'kick.wav', content: wavOf(30_000) }, { name: `${randomUUID()}.nfo` }]);
  const archiveFileId = of.endsWith('archive') ? await file(author, zip(), 'Kit.zip', 'sharing_archive') : undefined;
  const itemId = await makeItem(world.ctx, kind, author, {
    title: `A thing ${randomUUID()}`,
    ...(previewFileId !== undefined && { previewFileId }),
    ...(archiveFileId !== undefined && { archiveFileId }),
    ...(of === 'sold archive' && { price: 5 }),
    ...(track && kind === 'song' && { track, url: '' }),
  });
  if (kind === 'self_promotion_post')
    await world.ctx.db.rows(sql`UPDATE self_promotion_posts SET state = 'published' WHERE id = ${itemId}`);
  if (track && kind === 'set')
    await world.ok('POST /sets/:itemId/entries', { params: { itemId }, body: { track } }, author);
  await world.settle();
  return { itemId, uploadId: track?.uploadId ?? null };
}

const states = ['published', 'held', 'private', 'removed', '18+'] as const;
type State = (typeof states)[number];
const put = (table: string, id: string, state: State) =>
  world.ctx.db.rows(sql`
    UPDATE ${sql.raw(table)} SET is_adult = ${state === '18+'}, state = ${state === '18+' ? 'published' : state} WHERE id = ${id}`);

/** Reads a thing by its page and in its list; null where it is not there. */
async function seen(kind: SharingKind, itemId: string, as: FixtureMember | null, author: FixtureMember) {
  const { path } = sharingTypes[kind];
  const page = await world.call(`GET ${path}/:itemId`, { params: { itemId } }, as);
  const list = await world.call(`GET ${path}`, { query: { author: author.username } }, as);
  const inList = (list.body as { items: SharedItem[] }).items.find(({ id }) => id === itemId);
  return {
    item: page.status === 200 ? (page.body as SharedItem) : null,
    inList,
    text: JSON.stringify([page.body, list.body]),
  };
}

/** Addresses of what sounds and of its cover. */
const addressesOf = ({ sound, cover }: SharedItem): string[] => [
  ...(sound?.url == null ? [] : [sound.url]),
  ...cover.map(({ src }) => src),
];

/** Of whom a reader hears something, where the upload behind it is in a state. @param isAdult the thing is marked 18+ too */
function hearsTrack(kind: SharingKind, state: State, isAdult: boolean, reader: string): boolean {
  if (state === 'published') return true;
  if (state === '18+') return isAdult && reader !== 'member';
  return state === 'private' && kind === 'set' && reader === 'author';
}

describe('what a shared thing looks and sounds like', () => {
  it.each(cases)(
    'is for who may see and hear it: $kind, $of',
    async (one) => {
      const { kind, of } = one;
      const { table } = sharedType(kind).descriptor;
      const author = await elder({ adult: true });
      const { itemId, uploadId } = await make(one, author);
      const readers: Readonly<Record<string, FixtureMember | null>> = {
        visitor: null,
        member: await elder(),
        adult: await elder({ adult: true }),
        blocked: await elder({ adult: true }),
        blocking: await elder({ adult: true }),
        author,
        staff: await elder({ moderator: true, adult: true }),
        ...(of === 'sold archive' && { buyer: await elder({ adult: true }) }),
      };
      await blockMember(world.ctx, author.profileId, readers['blocked']!.profileId);
      await blockMember(world.ctx, readers['blocking']!.profileId, author.profileId);
      if (of === 'sold archive')
        await world.ctx.db.rows(sql`
        INSERT INTO sharing_purchases (item_id, profile_id, price, created_at) VALUES (${itemId}, ${readers['buyer']!.profileId}, 5, now())`);

      const whole = (await seen(kind, itemId, author, author)).item!;
      expect([whole.sound !== null, whole.cover.length > 0]).toEqual([
        ['track', 'preview sound', 'archive', 'sold archive'].includes(of),
        ['track', 'preview picture'].includes(of),
      ]);
      expect(whole.sound?.wave ?? '').toMatch(whole.sound ? /^[0-9A-Za-z]+$/ : /^$/);
      const secrets = [...addressesOf(whole), ...(whole.sound?.wave ? [whole.sound.wave] : [])];

      const sources = uploadId === null ? (['published'] as const) : states;
      for (const state of states.filter((name) => name !== 'private' || kind === 'set'))
        for (const source of sources) {
          await put(table, itemId, state);
          if (uploadId !== null) await put('uploads', uploadId, source);
          for (const [name, reader] of Object.entries(readers)) {
            const place = `${state}, upload ${source}, ${name}`;
            const { item, inList, text } = await seen(kind, itemId, reader, author);
            const mayHear =
              of === 'track'
                ? hearsTrack(kind, source, state === '18+', name)
                : of !== 'sold archive' || ['author', 'staff', 'buyer'].includes(name);
            const expected = item && mayHear ? addressesOf(whole) : [];
            expect(item ? addressesOf(item) : [], place).toEqual(expected);
            expect(inList ? addressesOf(inList) : [], place).toEqual(inList ? expected : []);
            for (const secret of mayHear && item ? [] : secrets) expect(text.includes(secret), place).toBe(false);
            for (const address of expected) {
              const { status } = await world.get(address, reader ? { cookie: reader.cookie } : {});
              expect(status, `${place} ${address}`).toBe(200);
            }
          }
        }
    },
    120_000,
  );

  it.each(cases.filter(({ of }) => of === 'track' || of.endsWith('archive')))(
    'takes as many statements for a list of one as for one of four: $kind, $of',
    async (one) => {
      const author = await elder({ adult: true });
      const count = async (): Promise<number> => {
        let statements = 0;
        const { db } = world.ctx;
        const rows: typeof db.rows = async (...query) => {
          statements++;
          return await db.rows(...query);
        };
        const ctx = { ...world.ctx, db: Object.assign(Object.create(db) as typeof db, { rows, orm: db.orm }) };
        const { items } = await listItems(ctx, null, sharedType(one.kind), {
          order: 'newest',
          author: author.username,
        });
        expect(items.length).toBeGreaterThan(0);
        return statements;
      };
      await make(one, author);
      const alone = await count();
      for (let made = 0; made < 3; made++) await make(one, author);
      // A setting may be read again in between; a statement for each would be three more.
      expect(await count()).toBeLessThan(alone + 3);
    },
  );

  it('has every type of the declaration among the cases', () => {
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(sharingKinds));
  });
});
