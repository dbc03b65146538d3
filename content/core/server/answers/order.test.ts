import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parties as limits } from '#features/parties/contract/limits.ts';
import { replyKindOf, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { elder, subjectsOf } from '#content/core/server/testing/subjects.ts';
import { partyCalls } from '#features/parties/server/fixtures.ts';
import { API_PREFIX } from '#platform/server/http/server.ts';
import { openSite } from '#site/server/site.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';

/** Threads and rooms are in the order in which the server took what is in them, whatever its clocks say. */

const NOON = new Date('2026-05-01T12:00:00Z');
const HOUR = 3_600_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: NOON });
});
afterEach(() => world.clock!.set(NOON));
afterAll(() => world.close());

const { at, host, join, say, events } = partyCalls(() => world);

/** The list of a kind of answer. */
const lists: Record<string, string> = {
  post_reply: '/forum/posts/:postId/replies',
  upload_comment: '/uploads/:uploadId/comments',
  ...Object.fromEntries(
    (['song', 'drumkit', 'editing_pack', 'leak', 'set'] as const).map((kind) => [
      replyKindOf(kind),
      `${sharingTypes[kind].path}/:itemId/replies`,
    ]),
  ),
};
const threads = subjectsOf(() => world).filter(({ kind }) => kind in lists);

describe('after the clock was set back an hour', () => {
  it.each(threads.map((one) => [one.kind, one] as const))('a thread of %s stays in order', async (kind, subject) => {
    const writer = await elder(world);
    const parentId = await subject.parent();
    const submits: string[] = [];
    const write = async (): Promise<void> => {
      const answer = await subject.submit(writer, parentId, `Answer number ${submits.length} of many`, randomUUID());
      expect(answer.status).toBe(200);
      const made = Object.values(answer.body as Record<string, { id: string } | null>);
      submits.push(made.find((one) => typeof one?.id === 'string')!.id);
    };
    for (let count = 0; count < 3; count++) await write();
    world.clock!.advance(-HOUR);
    for (let count = 0; count < 3; count++) await write();
    const [name] = /(?<=:)\w+/.exec(lists[kind]!)!;
    const page = async (query: Record<string, string>) =>
      (await world.call(`GET ${lists[kind]!}`, { params: { [name]: parentId }, query }, writer)).body as {
        items: { id: string; place: number }[];
      };
    const { items } = await page({});
    expect(items.map(({ id }) => id)).toEqual(submits);
    const places = items.map(({ place }) => place);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect((await page({ around: submits.at(-1)! })).items.at(-1)!.id).toBe(submits.at(-1));
  });

  it('the newest page of a chat has the last messages, and slow mode waits seconds', async () => {
    const [ada, bo] = [await elder(world), await elder(world)];
    const id = await host(ada);
    await join(id, bo);
    const sent: string[] = [];
    const write = async (who: FixtureMember): Promise<void> => {
      sent.push((await say(id, who, `Message ${sent.length}`)).message.id);
    };
    for (let count = 0; count < limits.messagesPerPage; count++) await write(ada);
    await write(bo);
    world.clock!.advance(-HOUR);
    await world.ok('PUT /parties/:partyId/chat', { ...at(id), body: { isOff: false, slowSeconds: 30 } }, ada);
    for (const who of [bo, ada, ada, ada]) await write(who);
    const newest = await world.ok('GET /parties/:partyId/messages', at(id), bo);
    expect(newest.items.map((one) => one.id)).toEqual(sent.slice(-limits.messagesPerPage));
    const before = await world.ok('GET /parties/:partyId/messages', { ...at(id), query: { before: newest.next! } }, bo);
    expect([...before.items, ...newest.items].map((one) => one.id)).toEqual(sent);
    // What open pages got: the same messages, in the same order, with the same places.
    const live = (await events(id)).filter(({ type }) => type === 'message_created');
    const places = live.map(({ data }) => (data as { message: { id: string; place: number } }).message);
    expect(places.map((one) => [one.id, one.place])).toEqual(
      [...before.items, ...newest.items].map((one) => [one.id, one.place]),
    );
  });
});

it('two processes whose clocks differ make one order of a chat, live and read again', async () => {
  const ada = await elder(world);
  const id = await host(ada);
  const late = { now: () => new Date(world.clock!.now().getTime() - 3000) };
  const options = { pages: false, work: false, start: false, rateLimits: false, clock: late };
  const other = await openSite(world.ctx.config, pino({ level: 'silent' }), options);
  const send = async (inOther: boolean, as: As, number: number): Promise<string> => {
    if (!inOther) return (await say(id, as, `Message ${number}`)).message.id;
    const answer = await other.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/parties/${id}/messages`,
      headers: { cookie: as.cookie! },
      payload: { content: `Message ${number}`, submitId: randomUUID() },
    });
    return answer.json<{ message: { id: string } }>().message.id;
  };
  const sent: string[] = [];
  for (let number = 0; number < 8; number++) sent.push(await send(number % 2 === 1, ada, number));
  // At once too: whatever order that is, it is one.
  await Promise.all(Array.from({ length: 12 }, (_, number) => send(number % 2 === 1, ada, 100 + number)));
  await other.close();
  const { items } = await world.ok('GET /parties/:partyId/messages', at(id), ada);
  expect(items.slice(0, 8).map((one) => one.id)).toEqual(sent);
  const live = (await events(id)).map(({ data }) => (data as { message: { id: string } }).message.id);
  expect(items.map((one) => one.id)).toEqual(live);
  expect(items).toHaveLength(20);
});
