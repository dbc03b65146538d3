import { createPublicKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#platform/server/config.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setBlock } from '#people/friends/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { notify, notifyGroup } from './actions.ts';
import { isPushService, pushKeys } from './push.ts';
import { noticeText } from './rules.ts';
import { type PushStandIn, type StandInBrowser, startPushStandIn } from './testing/push-stand-in.ts';

let world: World;
let service: PushStandIn;
beforeAll(async () => {
  service = await startPushStandIn();
  world = await openWorld({ environment: { PUSH_SERVICES: service.url } });
});
afterAll(async () => {
  await world.close();
  await service.close();
});

let reader: FixtureMember;
let browser: StandInBrowser;
const subscribe = (as: FixtureMember, with_ = browser) =>
  world.ok('PUT /notifications/push', { body: with_.subscription }, as);
beforeEach(async () => {
  reader = await world.member();
  browser = service.browser();
});
afterEach(async () => {
  await world.ctx.db.rows(sql`DELETE FROM push_devices`);
});

let causes = 0;
const send = async (who: FixtureMember, actor?: FixtureMember) => {
  await world.ctx.db.tx((tx) =>
    notify(world.ctx, tx, [who.profileId], {
      ...noticeText.mention({ text: 'A loop for you', isAdult: false }),
      url: '/forum/post/1',
      ...(actor && { actorId: actor.profileId }),
      cause: `push-test:${causes++}`,
    }),
  );
  await world.settle();
};
const devices = async (of: FixtureMember) => (await world.ok('GET /notifications/push', {}, of)).devices;

describe('a push', () => {
  it('reaches the subscribed browser, readable for it alone, with an address to open', async () => {
    const actor = await world.member({ displayName: 'Ada' });
    expect((await subscribe(reader)).devices).toMatchObject([{ isThis: true }]);
    await send(reader, actor);
    const [message] = browser.messages;
    expect(message).toMatchObject({ title: 'Ada mentioned you', body: 'A loop for you', url: '/forum/post/1' });
    expect(browser.headers['content-encoding']).toBe('aes128gcm');
    expect(browser.headers['ttl']).toBe('86400');
    const [item] = (await world.ok('GET /notifications/latest', {}, reader)).items;
    expect(message!.tag).toBe(item!.id);
  });

  it('is signed with the key that the browser subscribed with', async () => {
    const { publicKey } = await world.ok('GET /notifications/push', {}, reader);
    await subscribe(reader);
    await send(reader);
    const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(browser.headers['authorization']))!;
    expect(key).toBe(publicKey);
    const point = Buffer.from(publicKey!, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const [head, claims, signature] = token!.split('.');
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature!, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({ aud: service.url });
  });

  it('is not sent for kinds that the member does not want pushed, nor to others, nor from behind a block', async () => {
    const [other, blocked] = [await world.member(), await world.member()];
    await subscribe(reader);
    await send(other);
    await world.ok(
      'PATCH /notifications/settings/:kind',
      { params: { kind: 'mention' }, body: { push: false } },
      reader,
    );
    await send(reader);
    await world.ok(
      'PATCH /notifications/settings/:kind',
      { params: { kind: 'mention' }, body: { push: true } },
      reader,
    );
    await world.ok('PUT /blocks/:profileId', { params: { profileId: blocked.profileId } }, reader);
    await send(reader, blocked);
    expect(browser.messages).toEqual([]);
  });

  it('is not sent of what stands below a post whose author has blocked the member since', async () => {
    const [writer, owner] = [await world.member(), await world.member()];
    await subscribe(reader);
    await world.ctx.db.tx(async (tx) => {
      await notify(world.ctx, tx, [reader.profileId], {
        ...noticeText.watched({ text: 'A loop for you', isAdult: false }, 'A title'),
        actorId: writer.profileId,
        ownerId: owner.profileId,
        cause: `push-test:${causes++}`,
      });
      // In the same transaction: the job finds the block.
      await setBlock(tx, owner.profileId, reader.profileId, world.ctx.clock.now());
    });
    await world.settle();
    expect(browser.messages).toEqual([]);
  });

  it('comes again for a group only when there is more of it, in the place of the earlier one', async () => {
    const [one, two] = [await world.member({ displayName: 'Adele' }), await world.member({ displayName: 'Bo' })];
    await subscribe(reader);
    const group = async (actor: FixtureMember, others: number) => {
      await world.ctx.db.tx((tx) =>
        notifyGroup(
          world.ctx,
          tx,
          reader.profileId,
          { ...noticeText.like({ text: '', isAdult: false }, 'post', 'reacted to'), cause: 'push-test:group' },
          { actorId: actor.profileId, others, at: world.ctx.clock.now() },
        ),
      );
      await world.settle();
    };
    await group(one, 0);
    await group(two, 1);
    await group(one, 0);
    expect(browser.messages.map((message) => message.title)).toEqual([
      'Adele reacted to your post',
      'Bo and 1 other reacted to your post',
    ]);
    expect(new Set(browser.messages.map((message) => message.tag)).size).toBe(1);
  });

  it('ends with the session that set it up', async () => {
    await subscribe(reader);
    await world.ok('POST /auth/sign-out', {}, reader);
    await send(reader);
    expect(browser.messages).toEqual([]);
  });

  it('is not sent to a browser that has unsubscribed at its service', async () => {
    await subscribe(reader);
    browser.status = 410;
    await send(reader);
    expect(await devices(reader)).toEqual([]);
  });

  it('is sent later where the push service is down, once for each browser that missed it', async () => {
    const second = service.browser();
    await subscribe(reader);
    await subscribe(reader, second);
    browser.status = 503;
    await send(reader);
    expect(second.messages).toHaveLength(1);
    const [waiting] = await world.ctx.db.rows<{ data: { attempt: number; only: unknown[] }; start_after: Date }>(
      sql`SELECT data, start_after FROM pgboss.job WHERE name = 'notifications.push' AND state = 'created'`,
    );
    expect(waiting!.data).toMatchObject({ attempt: 1 });
    expect(waiting!.data.only).toHaveLength(1);
    expect(waiting!.start_after.getTime()).toBeGreaterThan(world.ctx.clock.now().getTime() + 20_000);
  });
});

describe('the browsers of a member', () => {
  it('are listed for the member, ended by the member, and never more than ten', async () => {
    const stranger = await world.member();
    await subscribe(reader);
    const [device] = await devices(reader);
    await world.ok('DELETE /notifications/push/:deviceId', { params: { deviceId: device!.id } }, stranger);
    expect(await devices(reader)).toHaveLength(1);
    await world.ok('DELETE /notifications/push/:deviceId', { params: { deviceId: device!.id } }, reader);
    expect(await devices(reader)).toEqual([]);
    for (let count = 0; count < 12; count++) await subscribe(reader, service.browser());
    expect(await devices(reader)).toHaveLength(10);
    await subscribe(reader);
    await subscribe(reader);
    expect(await devices(reader)).toHaveLength(10);
  });

  it('pass on to whoever signs in there next', async () => {
    const next = await world.member();
    await subscribe(reader);
    await subscribe(next);
    expect(await devices(reader)).toEqual([]);
    expect(await devices(next)).toHaveLength(1);
  });

  it('are refused with an address that is no push service, or with keys that are none', async () => {
    for (const endpoint of [
      'https://evil.example/push',
      'http://127.0.0.1:1/push',
      'http://169.254.169.254/latest',
      'https://fcm.googleapis.com.evil.example/x',
    ]) {
      const answer = await world.call(
        'PUT /notifications/push',
        { body: { ...browser.subscription, endpoint } },
        reader,
      );
      expect(answer.body, endpoint).toMatchObject({ code: 'push_service_unknown' });
    }
    for (const keys of [
      { p256dh: 'x', auth: browser.subscription.keys.auth },
      { p256dh: browser.subscription.keys.p256dh, auth: '' },
    ]) {
      const answer = await world.call('PUT /notifications/push', { body: { ...browser.subscription, keys } }, reader);
      expect(answer.body).toMatchObject({ code: 'invalid' });
    }
  });

  it('with a key that is no point of the curve cost nobody else a message', async () => {
    const broken = {
      ...service.browser().subscription,
      keys: { p256dh: 'B'.padEnd(87, 'A'), auth: browser.subscription.keys.auth },
    };
    await world.call('PUT /notifications/push', { body: broken }, reader);
    await subscribe(reader);
    await send(reader);
    expect(browser.messages).toHaveLength(1);
  });
});

describe('push services', () => {
  const config = { pushServices: ['fcm.googleapis.com', '*.notify.windows.com'] };

  it('are named hosts, over https, on the usual port', () => {
    expect(isPushService(config, 'https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
    expect(isPushService(config, 'https://db5p.notify.windows.com/w/?token=1')).toBe(true);
    for (const endpoint of [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://user@fcm.googleapis.com/x',
      'https://notify.windows.com/x',
      'https://evilnotify.windows.com/x',
      'https://x.notify.windows.com.evil.example/',
      'nonsense',
    ])
      expect(isPushService(config, endpoint), endpoint).toBe(false);
  });

  it('are off, or a list that is checked at the start', () => {
    const read = (value: string, more = {}) => readConfig({ PUSH_SERVICES: value, ...more });
    expect(read('off').pushServices).toEqual([]);
    expect(() => read('https://push.example')).toThrow(ConfigError);
    expect(() => read('localhost')).toThrow(ConfigError);
    const production = { SITE_URL: 'https://example.org', SMTP_URL: 'smtp://localhost' };
    expect(() => read('http://127.0.0.1:9000', production)).toThrow(ConfigError);
  });

  it('know the site by a private key of 32 bytes, also where it begins with a zero', () => {
    // Of the secrets tried in turn the first whose key begins with one.
    expect(Buffer.from(pushKeys('secret-246').privateKey, 'base64url')).toHaveLength(32);
  });

  it('know the site by keys that only depend on its secret', () => {
    expect(pushKeys('a'.repeat(32))).toEqual(pushKeys('a'.repeat(32)));
    expect(pushKeys('a'.repeat(32)).publicKey).not.toBe(pushKeys('b'.repeat(32)).publicKey);
    expect(pushKeys('a'.repeat(32)).publicKey).toHaveLength(87);
  });
});
