import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { FinalFailure } from '#platform/server/jobs/job.ts';
import { sendMailJob } from '#platform/server/mail/mail.ts';
import { forgetRefusal, refusalOfAddress } from '#platform/server/mail/refusals.ts';
import { type TestMailServer, startMailServer } from '#site/testing/mail-server.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let server: TestMailServer;
let world: World;
beforeAll(async () => {
  server = await startMailServer();
  world = await openWorld({ jobsMayFail: true, environment: { SMTP_URL: server.url } });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const mail = (to: string) => ({ kind: 'digest', to, subject: 'News', paragraphs: ['Something was said.'] });

/** What became of a mail. */
type End = 'taken' | 'tried again' | 'given up' | 'address refused';

async function endOf(to: string, answers: { refusal?: string; dataRefusal?: string }): Promise<End> {
  Object.assign(server, { refusal: null, dataRefusal: null, ...answers });
  try {
    await sendMailJob.run(world.ctx, mail(to));
  } catch (error) {
    return error instanceof FinalFailure ? 'given up' : 'tried again';
  } finally {
    Object.assign(server, { refusal: null, dataRefusal: null });
  }
  return (await refusalOfAddress(world.ctx.db, to)) ? 'address refused' : 'taken';
}

describe('an answer of the mail server', () => {
  it.each<[{ refusal?: string; dataRefusal?: string }, End]>([
    [{}, 'taken'],
    [{ refusal: '450 4.2.0 Greylisted, come back later' }, 'tried again'],
    [{ refusal: '451 Local error' }, 'tried again'],
    [{ refusal: '452 4.2.2 The mailbox is full' }, 'tried again'],
    [{ refusal: '550 5.1.1 No such user' }, 'address refused'],
    [{ refusal: '550 5.1.10 Null MX' }, 'address refused'],
    [{ refusal: '550 5.2.1 The mailbox is disabled' }, 'address refused'],
    [{ refusal: '550 No such user' }, 'address refused'],
    [{ refusal: '553 Not a mailbox' }, 'address refused'],
    // The site is refused, not the member.
    [{ refusal: '550 5.7.1 Your network is on a list' }, 'given up'],
    [{ refusal: '554 5.7.1 Relay access denied' }, 'given up'],
    [{ dataRefusal: '552 5.3.4 Too large' }, 'given up'],
    [{ dataRefusal: '550 5.7.1 Looks like spam' }, 'given up'],
    [{ dataRefusal: '451 4.3.0 Try again' }, 'tried again'],
  ])('%o: %s', async (answers, end) => {
    const to = `reader-${Math.random().toString(36).slice(2)}@example.org`;
    expect(await endOf(to, answers)).toBe(end);
  });

  it('is none where nothing answers', async () => {
    const other = await openWorld({ jobsMayFail: true, environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    await expect(sendMailJob.run(other.ctx, mail('reader@example.org'))).rejects.not.toBeInstanceOf(FinalFailure);
    expect(await refusalOfAddress(other.ctx.db, 'reader@example.org')).toBeNull();
    await other.close();
  });

  it('keeps a mail for three days and more, and has it dead at once where no try can help', async () => {
    const [queue] = await world.ctx.db.rows<{ hours: number }>(sql`
      SELECT (SELECT sum(least(retry_delay_max, retry_delay * 2 ^ (n - 1) / 2)) / 3600 FROM generate_series(1, retry_limit) n)::float AS hours
      FROM pgboss.queue WHERE name = ${sendMailJob.name}`);
    // Half of each delay is random: this is the shortest sum.
    expect(queue!.hours).toBeGreaterThan(72);
    server.refusal = '550 5.7.1 Your network is on a list';
    await world.ctx.db.tx((tx) => world.ctx.mail.send(tx, mail('staying@example.org')));
    await world.settle();
    server.refusal = null;
    const dead = await world.ctx.jobs.dead();
    expect(dead).toMatchObject([{ name: sendMailJob.name, payload: { to: 'staying@example.org' } }]);
    // The operator has mended it.
    const admin = await world.member({ admin: true });
    expect(await world.ok('POST /staff/jobs/retry', {}, admin)).toEqual({ count: 1 });
    await world.settle();
    expect(server.taken).toContain('staying@example.org');
  });
});

describe('a member whose address refuses mails', () => {
  it('is told in the site, gets what they ask for alone, and everything again once a mail is taken', async () => {
    const member = await world.member();
    const account = () => world.ok('GET /account', {}, member);
    const { email } = await account();
    expect(await endOf(email.toUpperCase(), { refusal: '550 5.1.1 No such user' })).toBe('address refused');
    expect(await account()).toMatchObject({ mailRefused: { answer: '550 5.1.1 No such user' } });
    expect(await world.ok('GET /notifications', {}, member)).toMatchObject({
      items: [{ kind: 'staff', title: 'Mails do not reach you', url: '/settings/account' }],
    });

    server.taken.length = 0;
    await world.ctx.db.tx((tx) => world.ctx.mail.send(tx, mail(email)));
    await world.settle();
    expect(server.taken).toEqual([]);

    // What is asked for goes out, and is refused again.
    server.refusal = '550 5.1.1 No such user';
    await world.ok('POST /account/email/test', {}, member);
    await world.settle();
    expect((await account()).mailRefused).not.toBeNull();
    expect((await world.ok('GET /notifications', {}, member)).items).toHaveLength(1);

    server.refusal = null;
    await world.ok('POST /account/email/test', {}, member);
    await world.settle();
    expect(server.taken).toEqual([email]);
    expect((await account()).mailRefused).toBeNull();
    await world.ctx.db.tx((tx) => world.ctx.mail.send(tx, mail(email)));
    await world.settle();
    expect(server.taken).toEqual([email, email]);
    await forgetRefusal(world.ctx.db, email);
  });

  it('has the refusal in the export, and it goes with the account', async () => {
    const member = await world.member();
    const { email } = await world.ok('GET /account', {}, member);
    await endOf(email, { refusal: '550 5.1.1 No such user' });
    const parts = await Promise.all(world.ctx.personal.map((data) => data.exportOf(world.ctx, member.profileId)));
    expect(Object.assign({}, ...parts)).toMatchObject({ mail_refusals: [{ answer: '550 5.1.1 No such user' }] });
    await world.ctx.db.tx(async (tx) => {
      for (const data of world.ctx.personal) await data.erase(world.ctx, tx, member.profileId);
    });
    expect(await refusalOfAddress(world.ctx.db, email)).toBeNull();
  });
});

it('a code that has expired is not sent any more', async () => {
  server.taken.length = 0;
  const askedUntil = new Date(world.ctx.clock.now().getTime() - 1000).toISOString();
  await sendMailJob.run(world.ctx, { ...mail('late@example.org'), askedUntil });
  expect(server.taken).toEqual([]);
});
