import { describe, expect, test } from 'vitest';
import { showcase as limits } from '#features/showcase/contract/limits.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { drawPicture } from '#features/gallery/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Member, artistId, connect, list, mine, openShowcases, standIn, world } from './testing/world.ts';

openShowcases();

describe('connecting an artist', () => {
  test('a connected artist is listed at once, and gets name and picture of Spotify by a job', async () => {
    const member = await world.member({ displayName: 'Nova Ray' });
    const artist = artistId();
    standIn.artists.set(artist, { name: 'NOVA RAY official', picture: await drawPicture(300, 300) });
    standIn.status = 503;
    const own = await connect(member, artist, { followers: 1200, monthlyListeners: 3400, topTrackName: 'Blue hour' });
    expect(own).toMatchObject({
      state: 'asking',
      artistName: 'Nova Ray',
      artistUrl: `https://open.spotify.com/artist/${artist}`,
      pictureUrl: null,
      followers: { value: 1200, isSelfReported: true },
      monthlyListeners: { value: 3400, isSelfReported: true },
      topTrack: { name: 'Blue hour', isSelfReported: true },
      typed: { followers: 1200, monthlyListeners: 3400, topTrackName: 'Blue hour' },
    });
    expect((await list()).map((item) => item.id)).toContain(own.id);

    standIn.status = null;
    await world.ctx.jobs.runNow('showcase.refresh-all');
    await world.settle();
    const shown = await mine(member);
    expect(shown).toMatchObject({ state: 'listed', artistName: 'NOVA RAY official', followers: { value: 1200 } });
    expect(shown!.pictureUrl).toMatch(/^\/files\/profile-assets\//);
    const picture = await world.get(shown!.pictureUrl!);
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
  });

  test('another address than that of an artist at Spotify is refused, and nobody is asked', async () => {
    const member = await world.member();
    for (const artist of [
      `https://open.spotify.com.example.org/artist/${artistId()}`,
      `https://open.spotify.com/track/${artistId()}`,
      'http://127.0.0.1/artist/x',
    ]) {
      const body = { artist, followers: 1, monthlyListeners: 1 };
      await world.refused('PUT /showcases/mine', { body }, member, 'artist_address');
    }
    await world.settle();
    expect(await mine(member)).toBeNull();
    expect(standIn.asked).toEqual([]);
  });

  test('only numbers and names that can be shown are taken', async () => {
    const member = await world.member();
    const artist = `spotify:artist:${artistId()}`;
    const sent = { artist, followers: 1, monthlyListeners: 1 };
    for (const wrong of [{ followers: -1 }, { followers: 1.5 }, { monthlyListeners: limits.countMax + 1 }])
      await world.refused('PUT /showcases/mine', { body: { ...sent, ...wrong } }, member, 'invalid');
    const body = { ...sent, topTrackName: 'call +1 212 555 0123' };
    await world.refused('PUT /showcases/mine', { body }, member, 'private_information');
    await world.refused(
      'PUT /showcases/mine',
      { body: { ...sent, topTrackName: '\u200b' } },
      member,
      'name_unreadable',
    );
    expect(await mine(member)).toBeNull();
    await world.refused('PUT /showcases/mine', { body: sent }, null, 'sign_in_required');
    await world.refused(
      'PUT /showcases/mine',
      { body: sent },
      await world.member({ verified: false }),
      'verification_required',
    );
  });

  test('typed numbers are updated in place; another artist is another showcase, without the picture of before', async () => {
    const member = await world.member();
    const [first, second] = [artistId(), artistId()];
    standIn.artists.set(first, { name: 'First', picture: await drawPicture(120, 120) });
    standIn.artists.set(second, { name: 'Second' });
    const before = await connect(member, first, { followers: 5 });
    await world.settle();
    const picture = (await mine(member))!.pictureUrl!;
    const updated = await connect(member, first, { followers: 7, topTrackName: 'New one' });
    expect(updated).toMatchObject({
      id: before.id,
      artistName: 'First',
      followers: { value: 7 },
      topTrack: { name: 'New one' },
      pictureUrl: picture,
    });
    const other = await connect(member, second);
    expect(other.id).not.toBe(before.id);
    await world.settle();
    expect(await mine(member)).toMatchObject({ artistName: 'Second', pictureUrl: null, topTrack: null });
    expect(await world.get(picture)).toMatchObject({ status: 404 });
    expect((await list()).filter((item) => item.member.id === member.profileId)).toHaveLength(1);
  });

  test('two calls at once leave one showcase', async () => {
    const member = await world.member();
    const ids = [artistId(), artistId(), artistId()];
    // An artist that Spotify does not know is not listed, once it was asked.
    for (const id of ids) standIn.artists.set(id, { name: `Artist ${id}` });
    await Promise.all(ids.map((id) => connect(member, id)));
    expect((await list()).filter((item) => item.member.id === member.profileId)).toHaveLength(1);
  });
});

describe('what Spotify answers with', () => {
  test('an artist that Spotify does not know is not listed, and is again once it does', async () => {
    const member = await world.member();
    const artist = artistId();
    const { id } = await connect(member, artist);
    await world.settle();
    expect(await mine(member)).toMatchObject({ state: 'unknown' });
    expect((await list()).map((item) => item.id)).not.toContain(id);
    standIn.artists.set(artist, { name: 'Found' });
    expect(await connect(member, artist)).toMatchObject({ id, state: 'asking' });
    await world.settle();
    expect(await mine(member)).toMatchObject({ state: 'listed', artistName: 'Found' });
    expect((await list()).map((item) => item.id)).toContain(id);
  });

  test('a name that nobody may have here is not taken over', async () => {
    const member = await world.member({ displayName: 'Plain name' });
    const artist = artistId();
    standIn.artists.set(artist, { name: 'call +1 212 555 0123' });
    await connect(member, artist);
    await world.settle();
    expect(await mine(member)).toMatchObject({ state: 'listed', artistName: 'Plain name' });
  });

  test('a picture of another host, too large or no picture is left out, and the name is there', async () => {
    for (const picture of [
      { pictureUrl: 'https://example.org/x.png' },
      { pictureUrl: 'http://169.254.169.254/latest' },
      { pictureUrl: 'http://127.0.0.1:1/x.png' },
      { picture: Buffer.alloc(6 * 1024 * 1024) },
      { picture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ]) {
      const member = await world.member();
      const artist = artistId();
      standIn.artists.set(artist, { name: 'Without picture', ...picture });
      await connect(member, artist);
      await world.settle();
      expect(await mine(member)).toMatchObject({ state: 'listed', artistName: 'Without picture', pictureUrl: null });
    }
  });

  test('a showcase that is removed while Spotify is asked leaves no picture behind', async () => {
    const member = await world.member();
    const artist = artistId();
    standIn.artists.set(artist, { name: 'Gone soon', picture: await drawPicture(90, 90) });
    await connect(member, artist);
    await world.ok('DELETE /showcases/mine', {}, member);
    await world.settle();
    expect(await mine(member)).toBeNull();
    expect(
      await world.ctx.db.rows(sql`SELECT id FROM files WHERE owner_id = ${member.profileId} AND state <> 'removed'`),
    ).toEqual([]);
  });

  test('the daily refresh brings a changed name and picture, and fetches no picture twice', async () => {
    const member = await world.member();
    const artist = artistId();
    const picture = await drawPicture(100, 100);
    standIn.artists.set(artist, { name: 'Before', picture });
    await connect(member, artist);
    await world.settle();
    const first = (await mine(member))!.pictureUrl!;
    const pictures = () => standIn.asked.filter((path) => path.startsWith(`/picture/${artist}/`)).length;
    expect(pictures()).toBe(1);
    standIn.artists.set(artist, { name: 'After', picture });
    await world.ctx.jobs.runNow('showcase.refresh-all');
    await world.settle();
    expect(await mine(member)).toMatchObject({ artistName: 'After', pictureUrl: first });
    expect(pictures()).toBe(1);
    standIn.artists.set(artist, { name: 'After', picture: await drawPicture(140, 140) });
    await world.ctx.jobs.runNow('showcase.refresh-all');
    await world.settle();
    expect((await mine(member))!.pictureUrl).not.toBe(first);
    expect(await world.get(first)).toMatchObject({ status: 404 });
  });
});

describe('a connected artist', () => {
  test('others report a showcase; staff take it away with its picture, and its member may connect again', async () => {
    const [member, other, staff] = [
      await world.member(),
      await world.member(),
      await world.member({ moderator: true }),
    ];
    const artist = artistId();
    standIn.artists.set(artist, { name: 'Somebody famous', picture: await drawPicture(80, 80) });
    const { id } = await connect(member, artist);
    await world.settle();
    const picture = (await mine(member))!.pictureUrl!;
    const shown = async (as: Member | null) => (await list(as)).find((item) => item.id === id);
    expect((await shown(other))?.can).toEqual({ report: true });
    expect((await shown(member))?.can).toEqual({ report: false });
    expect((await shown(null))?.can).toEqual({ report: false });
    await world.ok(
      'POST /reports',
      { body: { kind: 'spotify_showcase', id, reason: 'other', note: 'Not theirs.' } },
      other,
    );
    const { items } = await world.ok('GET /staff/queue', { query: { subject: id } }, staff);
    expect(items).toMatchObject([{ subject: { excerpt: 'Somebody famous', url: `/spotify-showcase#showcase-${id}` } }]);
    const body = { decision: 'remove' as const, reason: 'This artist is somebody else.' };
    await world.ok('POST /staff/queue/:itemId/decide', { params: { itemId: items[0]!.id }, body }, staff);
    expect(await mine(member)).toBeNull();
    expect(await world.get(picture)).toMatchObject({ status: 404 });
    const { items: notices } = await world.ok('GET /notifications', {}, member);
    expect(notices[0]).toMatchObject({ message: expect.stringContaining('This artist is somebody else.') });
    await connect(member, artistId());
    expect(await mine(member)).not.toBeNull();
  });

  test('it is found where everybody’s are listed, but for whom a block keeps away', async () => {
    const [member, reader, blocked] = [await world.member(), await world.member(), await world.member()];
    const artist = artistId();
    standIn.artists.set(artist, { name: 'Listed', picture: await drawPicture(80, 80) });
    await connect(member, artist);
    await world.settle();
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, member);
    const { id } = (await mine(member))!;
    const listedFor = async (who: Member | null) =>
      await world.ctx.kinds.get('spotify_showcase')!.listedFor!(
        world.ctx,
        who && (await resolveViewer(world.ctx, who.cookie)),
        [id],
      );
    for (const viewer of [null, reader]) expect([...(await listedFor(viewer))]).toEqual([id]);
    expect([...(await listedFor(blocked))]).toEqual([]);
  });

  test('it is in the export of its member, and goes with their account', async () => {
    const member = await world.member();
    const artist = artistId();
    standIn.artists.set(artist, { name: 'Exported', picture: await drawPicture(80, 80) });
    await connect(member, artist, { followers: 12 });
    await world.settle();
    const { id, pictureUrl } = (await mine(member))!;
    const exported = await world.ctx.kinds.get('spotify_showcase')!.exportOf!(world.ctx, member.profileId);
    expect(exported).toMatchObject({
      spotify_showcases: [{ artist_id: artist, artist_name: 'Exported', typed_followers: 12 }],
    });
    await world.ctx.db.tx((tx) => world.ctx.kinds.get('spotify_showcase')!.erase!(world.ctx, tx, member.profileId));
    expect((await list()).map((item) => item.id)).not.toContain(id);
    expect(await world.get(pictureUrl!)).toMatchObject({ status: 404 });
  });
});
