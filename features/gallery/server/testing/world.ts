import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { drawPicture, makeGalleryImage } from '../fixtures.ts';

/** What the test files of the gallery share. `openGallery()` fills these in. */
export let world: World;
export let owner: FixtureMember;
export let other: FixtureMember;
export let staff: FixtureMember;

/** Opens a site for a test file, and makes three members for each of its tests. */
export function openGallery(): void {
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
}

export const at = (imageId: string) => ({ params: { imageId } });
export const make = (overrides: Parameters<typeof makeGalleryImage>[2] = {}, by = owner) =>
  makeGalleryImage(world.ctx, by, overrides);
export const read = (id: string, as: FixtureMember | null) => world.ok('GET /gallery/images/:imageId', at(id), as);
export const creditsOf = async (member: FixtureMember): Promise<number> => {
  const [row] = await world.ctx.db.rows<{ credits: number }>(
    sql`SELECT credits FROM profiles WHERE id = ${member.profileId}`,
  );
  return row!.credits;
};
export const staged = async (by = owner, content?: Uint8Array): Promise<string> =>
  makeFile(world.ctx, by, content ?? (await drawPicture()), { purpose: 'gallery' });
export const upload = async (
  body: Partial<{ title: string; description: string; isAdult: boolean }> = {},
  by = owner,
) => ({
  body: { fileId: await staged(by), submitId: randomUUID(), ...body },
});
export const idsOf = (page: { items: GalleryImage[] }): string[] => page.items.map((image) => image.id);
export const notices = (member: FixtureMember) =>
  world.ctx.db.rows<{ kind: string; title: string; message: string; url: string | null }>(
    sql`SELECT kind, title, message, url FROM notifications WHERE user_id = ${member.profileId} ORDER BY created_at, id`,
  );
export const audits = (id: string) =>
  world.ctx.db.rows<{ action: string; reason: string; actor_id: string | null }>(
    sql`SELECT action, reason, actor_id FROM audit_log WHERE target_id = ${id} ORDER BY created_at, id`,
  );
