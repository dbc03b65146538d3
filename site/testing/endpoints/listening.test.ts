import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type TopicName, topics } from '#site/contract/contract.ts';
import { realtimePath } from '#platform/contract/event.ts';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import { setStaff } from '#people/accounts/server/actions.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setVisibility } from '#content/core/server/visibility.ts';
import { contentType } from '#content/core/server/type.ts';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import type { Approved, Reviewed } from '#platform/server/content-kind.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import { type Site, openSite } from '#site/server/site.ts';
import { type World, openWorld } from '#site/testing/world.ts';

/** Whatever ends the right to listen to a topic ends the subscriptions that are open, in every process. */

let world: World;
/** Another process of the same site. */
let other: Site;
const addresses: string[] = [];

beforeAll(async () => {
  world = await openWorld({ work: false });
  const listening = { port: 0, host: '127.0.0.1' };
  addresses.push(await world.app.listen(listening));
  const options = { pages: false, work: false, start: false, rateLimits: false };
  other = await openSite(world.ctx.config, pino({ level: 'silent' }), options);
  addresses.push(await other.app.listen(listening));
});
afterAll(async () => {
  await other.close();
  await world.close();
});

const { elder, host, join } = partyCalls(() => world);

interface Heard {
  readonly kind: string;
  readonly topic?: string;
}

/** A member's page in each process, subscribed to a topic. */
async function listen(member: FixtureMember | null, topic: string) {
  const pages = addresses.map((address) => {
    const heard: Heard[] = [];
    const headers = member ? { cookie: member.cookie } : {};
    const socket = new WebSocket(`${address.replace('http', 'ws')}${realtimePath}`, { headers });
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as Heard;
      if (said.kind === 'hello') socket.send(JSON.stringify({ kind: 'subscribe', topic }));
      else heard.push(said);
    });
    return { heard, socket };
  });
  const all = async (kind: string): Promise<void> => {
    for (const { heard } of pages)
      await expect.poll(() => heard.map((one) => one.kind), { timeout: 20_000, interval: 10 }).toContain(kind);
  };
  await all('subscribed');
  return {
    all,
    /** All that each page has heard until now: what was sent before the answer to a ping has come. */
    async heard(): Promise<string[][]> {
      for (const { socket } of pages) socket.send(JSON.stringify({ kind: 'ping' }));
      await all('pong');
      return pages.map(({ heard }) => heard.map((one) => one.kind).filter((kind) => kind !== 'pong'));
    },
    close: () => pages.forEach(({ socket }) => socket.close()),
  };
}

/** Something to listen to, made for a test. */
interface Made {
  readonly id: string;
  /** May go on listening whatever happens. */
  readonly owner: FixtureMember;
  readonly reader: FixtureMember;
  readonly kind: string;
}
type Ender = (made: Made) => Promise<unknown>;
/** Subjects of a topic: how one is made by its owner, and what ends a reader's right. */
interface Subject {
  readonly kind: string;
  make(owner: FixtureMember, isAdult: boolean): Promise<string>;
  readonly enders: Readonly<Record<string, Ender>>;
}

const reviewed = (kind: string) => world.ctx.kinds.get(kind) as unknown as Reviewed<Context> & Approved<Context>;
const inTx = (work: Parameters<Context['db']['tx']>[0]) => world.ctx.db.tx(work);
const block = (by: FixtureMember, whom: FixtureMember) =>
  world.ok('PUT /blocks/:profileId', { params: { profileId: whom.profileId } }, by);
const blocks: Record<string, Ender> = {
  'its owner blocks the reader': ({ owner, reader }) => block(owner, reader),
};
const hold: Ender = ({ kind, id }) => inTx((tx) => reviewed(kind).holdBack!(world.ctx, tx, id, ['test']));

const ofContents: Record<string, Ender> = {
  ...blocks,
  'the reader blocks its owner': ({ owner, reader }) => block(reader, owner),
  'it is held': hold,
  'it is removed': ({ kind, id, owner }) =>
    inTx((tx) => reviewed(kind).remove(world.ctx, tx, id, { profileId: owner.profileId, reason: '' })),
  // Made 18+ by `make`: the reader takes back that they are an adult.
  'the reader is no adult any more': ({ reader }) => world.ok('PUT /account/adult', { body: { adult: false } }, reader),
  // Held before the reader, who is staff, begins to listen.
  'the reader is staff no more': ({ reader }) =>
    inTx((tx) => setStaff(world.ctx, tx, reader.profileId, { moderator: false }, world.ctx.clock.now())),
};
const hide: Record<string, Ender> = {
  'it is made private': ({ kind, id, owner }) =>
    inTx((tx) =>
      setVisibility(world.ctx, tx, { ...owner, verified: true } as never, contentType(kind)!, id, 'private'),
    ),
};

const shared = (kind: SharingKind, more: Record<string, Ender> = {}): Subject => ({
  kind,
  make: (owner, isAdult) => makeItem(world.ctx, kind, owner, { isAdult }),
  enders: { ...ofContents, ...more },
});
const changedTo18: Record<string, Ender> = {
  'it is made 18+': async ({ id, owner }) => {
    const { version } = await world.ok('GET /uploads/:uploadId', { params: { uploadId: id } }, owner);
    await world.ok(
      'PATCH /uploads/:uploadId',
      { params: { uploadId: id }, body: { content: 'Not for all', isAdult: true, baseVersion: version } },
      owner,
    );
  },
};

/** `public`: nothing ends the right of anybody. `own`: only the end of the session, which closes the socket. */
const table: Record<string, 'public' | 'own' | Subject> = {
  announcements: 'public',
  forum: 'public',
  gallery: 'public',
  parties: 'public',
  uploads: 'public',
  songs: 'public',
  drumkits: 'public',
  'editing-packs': 'public',
  leaks: 'public',
  'self-promotion': 'public',
  sets: 'public',
  'viewer:{profileId}': 'own',
  'files:{profileId}': 'own',
  'gallery:{profileId}': 'own',
  staff: {
    kind: 'staff',
    make: async () => '',
    enders: { 'the reader is staff no more': ofContents['the reader is staff no more']! },
  },
  'profile:{profileId}': { kind: 'profile', make: async (owner) => owner.profileId, enders: blocks },
  'forum-post:{postId}': {
    kind: 'forum_post',
    make: (owner, isAdult) => makePost(world.ctx, owner, { category: isAdult ? 'nsfw' : '' }),
    enders: ofContents,
  },
  'upload:{uploadId}': {
    kind: 'upload',
    make: (owner, isAdult) => makeUpload(world.ctx, owner, { isAdult }),
    enders: { ...ofContents, ...hide, ...changedTo18 },
  },
  'song:{itemId}': shared('song'),
  'drumkit:{itemId}': shared('drumkit'),
  'editing-pack:{itemId}': shared('editing_pack'),
  'leak:{itemId}': shared('leak'),
  'self-promotion:{itemId}': shared('self_promotion_post'),
  'set:{itemId}': shared('set', hide),
  // The reader is a member, for whom the room's rules hold; a visitor's right is tested with the parties.
  'party-stage:{partyId}': {
    kind: 'listening_party',
    make: (owner, isAdult) => host(owner, { isAdult, allowsListeners: true }),
    enders: ofContents,
  },
  'party:{partyId}': {
    kind: 'listening_party',
    make: (owner, isAdult) => host(owner, { isAdult }),
    enders: {
      ...ofContents,
      'the reader is removed from the room': async ({ id, owner, reader }) => {
        await join(id, reader);
        await world.ok(
          'DELETE /parties/:partyId/participants/:profileId',
          { params: { partyId: id, profileId: reader.profileId } },
          owner,
        );
      },
    },
  },
};

it('every topic of the contract says here what ends the right to listen to it', () => {
  expect(Object.keys(table).toSorted()).toEqual(
    Object.values(topics)
      .map(({ pattern }) => pattern)
      .toSorted(),
  );
  for (const { pattern, access } of Object.values(topics)) {
    const subject = table[pattern]!;
    expect(typeof subject === 'string' ? subject : 'decided by the feature', pattern).toBe(access);
  }
});

const cases = Object.entries(table).flatMap(([pattern, subject]) =>
  typeof subject === 'string'
    ? []
    : Object.entries(subject.enders).map(([name, end]) => [pattern, name, subject, end] as const),
);

it('ends what a process did not hear of, once its connection to the others is back', async () => {
  if (!other) return;
  const [owner, reader] = [await elder(), await elder()];
  const topic = `party:${await host(owner)}` as const;
  const [own, page] = [await listen(owner, topic), await listen(reader, topic)];
  // The connections on which processes hear each other.
  await world.ctx.db.rows(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')`);
  await block(owner, reader);
  await page.all('ended');
  for (const kinds of await own.heard()) expect(kinds).not.toContain('ended');
  own.close();
  page.close();
});

describe('a subscription that its rule no longer allows', () => {
  it.each(cases)('%s ends when %s', async (pattern, name, subject, end) => {
    const wasStaff = name === 'the reader is staff no more';
    const isAdult = name === 'the reader is no adult any more';
    const owner = await elder({ adult: true, moderator: subject.kind === 'staff' });
    const reader = await elder({ adult: isAdult, moderator: wasStaff });
    const id = await subject.make(owner, isAdult);
    const { kind } = subject;
    const made: Made = { id, owner, reader, kind };
    if (contentType(kind)?.review === 'before')
      await inTx((tx) => reviewed(kind).approve(world.ctx, tx, { profileId: null } as never, id, ''));
    if (wasStaff && kind !== 'staff') await hold(made);
    const topic = pattern.replace(/\{\w+\}/, id) as TopicName;
    const [own, page] = [await listen(owner, topic), await listen(reader, topic)];

    await end(made);
    await inTx((tx) => world.ctx.realtime.publish(tx, topic as 'forum', 'later' as never, {} as never));
    await page.all('ended');
    // The owner hears what the reader does not.
    await own.all('event');
    const heard = await page.heard();
    for (const kinds of heard) expect(kinds.slice(kinds.indexOf('ended'))).toEqual(['ended']);
    for (const kinds of await own.heard()) expect(kinds).not.toContain('ended');
    own.close();
    page.close();
  });
});
