import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Reply } from '#site/contract/contract.ts';
import { realtimePath } from '#platform/contract/event.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setStaff } from '#people/accounts/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { pngOf } from '#site/testing/png.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { chooseFile } from './files.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => world.close());

interface Heard {
  readonly kind: string;
  readonly type?: string;
  readonly code?: string;
  readonly data?: { readonly id?: string };
}

/** An open page: what it has heard of one topic, and what has come since it was asked last. */
interface Listener {
  /** Everything since the last asking, after what was sent before has arrived. */
  news(): Promise<readonly Heard[]>;
  close(): void;
}

async function listen(as: FixtureMember | null, topic: `profile:${string}`): Promise<Listener> {
  const { port } = world.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${realtimePath}`, as ? { headers: { cookie: as.cookie } } : {});
  let heard: Heard[] = [];
  let ponged = (): void => {};
  const asked = (message: object): Promise<void> => {
    const answered = new Promise<void>((resolve) => (ponged = resolve));
    for (const frame of [message, { kind: 'ping' }]) socket.send(JSON.stringify(frame));
    return answered;
  };
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as Heard;
      if (said.kind === 'hello') resolve();
      else if (said.kind === 'pong') ponged();
      else heard.push(said);
    });
  });
  await asked({ kind: 'subscribe', topic });
  return {
    async news() {
      // Numbered too: what was written before it has come before it.
      const mark = `mark ${performance.now()}`;
      await world.ctx.db.tx((tx) => world.ctx.realtime.publish(tx, topic, 'profile_changed', { id: mark }));
      const isHere = (): boolean =>
        heard.some(({ kind, data }) => ['refused', 'ended'].includes(kind) || data?.id === mark);
      await vi.waitFor(() => expect(isHere()).toBe(true), { timeout: 60_000, interval: 5 });
      const before = heard.filter(({ data }) => !data?.id?.startsWith('mark'));
      heard = [];
      return before;
    },
    close: () => socket.close(),
  };
}

const topicOf = (member: FixtureMember): `profile:${string}` => `profile:${member.profileId}`;
const changed = (member: FixtureMember) => ({ kind: 'event', type: 'profile_changed', data: { id: member.profileId } });
const settingsOf = (member: FixtureMember): Promise<Reply<'GET /profile-settings'>> =>
  world.ok('GET /profile-settings', {}, member);

it('every save of its owner, and what staff remove, is published to open pages of a profile, once, by its id alone', async () => {
  const member = await world.member();
  const pages = [await listen(null, topicOf(member)), await listen(await world.member(), topicOf(member))];
  const checkPublished = async (action: () => Promise<unknown>): Promise<void> => {
    await action();
    for (const page of pages)
      expect((await page.news()).filter(({ kind }) => kind === 'event')).toMatchObject([changed(member)]);
  };
  const now = await settingsOf(member);
  await checkPublished(() =>
    world.ok('PUT /profile-settings/profile', { body: { ...now.profile, bio: 'A secret' } }, member),
  );
  await checkPublished(() =>
    world.ok(
      'PUT /profile-settings/links',
      { body: { ...now.links, links: [{ title: 'Mine', url: 'https://example.org', isActive: true }] } },
      member,
    ),
  );
  const theme = { primary: '#ff0000', secondary: '#00ff00', background: '#000000', accent: '#ffffff', text: null };
  await checkPublished(() => world.ok('PUT /profile-settings/colors', { body: { ...now.colors, theme } }, member));
  await checkPublished(() =>
    world.ok('PUT /profile-settings/font', { body: { ...now.font, font: 'Georgia' } }, member),
  );
  await checkPublished(() =>
    world.ok('PUT /profile-settings/layout', { body: { ...now.layout, profileBlur: 3 } }, member),
  );
  await checkPublished(() => world.ok('PUT /profile-settings/premium', { body: now.premium }, member));
  const decorationIds = now.allDecorations.slice(0, 1).map(({ id }) => id);
  await checkPublished(() =>
    world.ok('PUT /profile-settings/decorations', { body: { ...now.decorations, decorationIds } }, member),
  );
  const fileId = await makeFile(world.ctx, member, await pngOf('coral'), { name: 'a.png', purpose: 'avatar' });
  await world.settle();
  await checkPublished(() => world.ok('PUT /profile-settings/avatar', { body: { fileId } }, member));
  await checkPublished(() => chooseFile(world.ctx, member.profileId, 'profile_avatar', null));
  await checkPublished(() =>
    world.ctx.db.tx((tx) => setStaff(world.ctx, tx, member.profileId, { moderator: true }, new Date())),
  );
  const username = `${member.username.slice(0, 18)}_2`;
  await checkPublished(() => world.ok('PUT /account/username', { body: { username } }, member));
  for (const page of pages) page.close();
});

it('a save that is refused publishes nothing', async () => {
  const member = await world.member();
  const page = await listen(null, topicOf(member));
  const { profile } = await settingsOf(member);
  await world.refused(
    'PUT /profile-settings/profile',
    { body: { ...profile, revision: 'of-another-day' } },
    member,
    'settings_changed',
  );
  expect((await page.news()).filter(({ kind }) => kind === 'event')).toEqual([]);
  page.close();
});

it('who is blocked hears nothing of a profile: neither when they come, nor from the block on', async () => {
  const [owner, blocked, other] = [await world.member(), await world.member(), await world.member()];
  const [early, unblocked, staff] = [
    await listen(blocked, topicOf(owner)),
    await listen(other, topicOf(owner)),
    await listen(await world.member({ moderator: true }), topicOf(owner)),
  ];
  const font = async (name: 'Georgia' | 'Arial'): Promise<void> => {
    const now = await settingsOf(owner);
    await world.ok('PUT /profile-settings/font', { body: { ...now.font, font: name } }, owner);
  };
  await font('Georgia');
  for (const page of [early, unblocked, staff])
    expect(await page.news()).toContainEqual(expect.objectContaining(changed(owner)));
  await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, owner);
  await font('Arial');
  expect(await early.news()).toEqual([{ kind: 'ended', topic: topicOf(owner), code: 'forbidden' }]);
  for (const page of [unblocked, staff])
    expect(await page.news()).toContainEqual(expect.objectContaining(changed(owner)));
  // Also by a socket that is older than the block.
  const late = await listen(blocked, topicOf(owner));
  expect(await late.news()).toEqual([{ kind: 'refused', topic: topicOf(owner), code: 'forbidden' }]);
  // The other way it stays: it is where the block is lifted.
  const back = await listen(owner, topicOf(blocked));
  expect(await back.news()).toMatchObject([{ kind: 'subscribed' }]);
  for (const page of [early, unblocked, staff, late, back]) page.close();
});

it('there is no topic of nobody', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x', "' OR 1=1"]) {
    const page = await listen(null, `profile:${id}`);
    expect(await page.news(), id).toMatchObject([{ kind: 'refused', code: 'forbidden' }]);
    page.close();
  }
});
