import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { freePort } from '#platform/server/free-port.ts';
import { FinalFailure } from '#platform/server/jobs/job.ts';
import { sendMailJob } from '#platform/server/mail/mail.ts';
import { bouncesOfEvent, bouncesOfReport, mailEventsUrl } from '#platform/server/mail/bounces.ts';
import { readMailbox } from '#platform/server/mail/mailbox.ts';
import { forgetRefusal, refusalOfAddress } from '#platform/server/mail/refusals.ts';
import { type TestMailServer, startMailServer } from '#site/testing/mail-server.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let server: TestMailServer;
let world: World;
beforeAll(async () => {
  server = await startMailServer();
  world = await openWorld({
    jobsMayFail: true,
    environment: { SMTP_URL: server.url, MAIL_BOUNCES: 'bounces@example.com' },
  });
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

const ses = (message: object) => ({ Type: 'Notification', MessageId: 'x', Message: JSON.stringify(message) });
const sesBounce = (bounceType: string) => ({
  notificationType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: [{ emailAddress: 'a@example.org', diagnosticCode: 'smtp; 550 5.1.1' }] },
});
const mailgun = (data: object) => ({ signature: {}, 'event-data': { recipient: 'a@example.org', ...data } });

describe('a report of a mail provider', () => {
  it.each<[string, unknown, string | null]>([
    ['SES, permanent, by SNS', ses(sesBounce('Permanent')), 'smtp; 550 5.1.1'],
    ['SES, permanent', sesBounce('Permanent'), 'smtp; 550 5.1.1'],
    ['SES, transient', ses(sesBounce('Transient')), null],
    ['SES, complaint', ses({ complaint: { complainedRecipients: [{ emailAddress: 'a@example.org' }] } }), 'spam'],
    ['SES, delivery', ses({ notificationType: 'Delivery', delivery: { recipients: ['a@example.org'] } }), null],
    ['SNS with no JSON in it', { Type: 'Notification', Message: 'hello' }, null],
    ['Postmark, hard', { RecordType: 'Bounce', Type: 'HardBounce', Email: 'a@example.org', Details: '550' }, '550'],
    ['Postmark, soft', { RecordType: 'Bounce', Type: 'SoftBounce', Email: 'a@example.org' }, null],
    ['Postmark, complaint', { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: 'a@example.org' }, 'spam'],
    ['Postmark, opened', { RecordType: 'Open', Email: 'a@example.org' }, null],
    [
      'Mailgun, permanent',
      mailgun({ event: 'failed', severity: 'permanent', 'delivery-status': { message: '550' } }),
      '550',
    ],
    ['Mailgun, temporary', mailgun({ event: 'failed', severity: 'temporary' }), null],
    ['Mailgun, complaint', mailgun({ event: 'complained' }), 'spam'],
    ['nothing', null, null],
    ['a list', [], null],
  ])('%s', (_, event, answer) => {
    const bounces = bouncesOfEvent(event);
    if (answer === null) expect(bounces).toEqual([]);
    else expect(bounces).toEqual([{ address: 'a@example.org', answer: expect.stringContaining(answer) }]);
  });

  it('is taken at the secret address alone, and stops the mails', async () => {
    const { pathname } = new URL(mailEventsUrl(world.ctx));
    const post = async (url: string, payload: string) =>
      (await world.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'text/plain' } })).statusCode;
    const member = await world.member();
    const { email } = await world.ok('GET /account', {}, member);
    const event = JSON.stringify({ RecordType: 'Bounce', Type: 'HardBounce', Email: email, Details: '550 gone' });
    expect(await post(pathname.slice(0, -1), event)).toBe(404);
    expect(await post(pathname.slice(0, -1) + (pathname.endsWith('0') ? '1' : '0'), event)).toBe(404);
    expect(await refusalOfAddress(world.ctx.db, email)).toBeNull();
    expect(await post(pathname, event)).toBe(200);
    expect(await post(pathname, event)).toBe(200);
    expect(await refusalOfAddress(world.ctx.db, email)).toMatchObject({ answer: '550 gone' });
    expect((await world.ok('GET /notifications', {}, member)).items).toHaveLength(1);
    expect(await post(pathname, 'x'.repeat(1_000_001))).toBe(413);
    for (const odd of ['', 'no JSON', '{"RecordType":"Bounce","Type":"HardBounce","Email":"no address"}'])
      expect(await post(pathname, odd)).toBe(200);
  });
});

const dovecot = existsSync('/usr/sbin/dovecot');

/** Serves a mailbox with these mails by IMAP on a loopback port. */
async function withMailbox(mails: readonly string[], use: (address: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'looproom-mailbox-'));
  const inbox = path.join(folder, 'mail/new');
  for (const name of ['run', 'mail/new', 'mail/cur', 'mail/tmp'])
    mkdirSync(path.join(folder, name), { recursive: true });
  for (const [at, text] of mails.entries()) writeFileSync(path.join(inbox, `${at}.mail`), text);
  // Dovecot gives no mailbox to root: nobody has it there.
  for (const name of ['.', 'mail', 'mail/new', 'mail/cur', 'mail/tmp']) chmodSync(path.join(folder, name), 0o777);
  const port = await freePort();
  const { uid, gid, username } = userInfo();
  const user =
    uid === 0
      ? ''
      : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${gid}`;
  writeFileSync(
    path.join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 0
first_valid_gid = 0
mail_location = maildir:${folder}/mail
${user}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid || 65534} gid=${uid ? gid : 65534} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
}
service anvil {
  chroot =
}
`,
  );
  const program = spawn('/usr/sbin/dovecot', ['-F', '-c', path.join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const ended = once(program, 'exit');
  try {
    await vi.waitFor(
      async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'data').finally(() => socket.destroy());
      },
      { timeout: 10_000 },
    );
    await use(`imap://reader:secret@127.0.0.1:${port}/INBOX`);
  } finally {
    program.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a mail that comes back', () => {
  const report = (to: string, recipient: string, status = '5.1.1') =>
    [
      `To: <${to}>`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
      '',
      '--x',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.net',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1 <x>:',
      ' no such user',
      '',
      '--x--',
    ].join('\r\n');

  it.runIf(dovecot)('is read from a mailbox, once, and other mails there are left alone', async () => {
    server.senders.length = 0;
    await sendMailJob.run(world.ctx, mail('boxed@example.org'));
    const mails = [report(server.senders[0]!, 'boxed@example.org'), 'Subject: Hello\r\n\r\nHi', 'x'.repeat(3_000_000)];
    await withMailbox(mails, async (mailMailbox) => {
      const ctx = { ...world.ctx, config: { ...world.ctx.config, mailMailbox } };
      expect(await readMailbox(ctx)).toBe(1);
      expect(await refusalOfAddress(world.ctx.db, 'boxed@example.org')).toMatchObject({
        answer: 'smtp; 550 5.1.1 <x>: no such user',
      });
      await forgetRefusal(world.ctx.db, 'boxed@example.org');
      expect(await readMailbox(ctx)).toBe(0);
      const wrong = mailMailbox.replace('secret', 'guess');
      const refused = readMailbox({ ...ctx, config: { ...ctx.config, mailMailbox: wrong } });
      await expect(refused).rejects.toThrow(/^The mailbox on 127\.0\.0\.1:\d+ \(MAIL_MAILBOX\) cannot be read: /);
      await expect(refused).rejects.not.toThrow('guess');
    });
  });

  it('is known by the address that it comes to, and by no other', async () => {
    server.senders.length = 0;
    await sendMailJob.run(world.ctx, mail('gone@example.org'));
    const [sender] = server.senders;
    expect(sender).toMatch(/^bounces\+[0-9a-f]{24}@example\.com$/);
    const { secret } = world.ctx;
    expect(bouncesOfReport(secret, report(sender!, 'gone@example.org'))).toEqual([
      { address: 'gone@example.org', answer: 'smtp; 550 5.1.1 <x>: no such user' },
    ]);
    for (const [to, recipient, status] of [
      [sender!, 'other@example.org', '5.1.1'],
      ['bounces@example.com', 'gone@example.org', '5.1.1'],
      [`bounces+${'0'.repeat(24)}@example.com`, 'gone@example.org', '5.1.1'],
      [sender!, 'gone@example.org', '4.2.2'],
    ] as const)
      expect(bouncesOfReport(secret, report(to, recipient, status))).toEqual([]);
    expect(bouncesOfReport(secret, '')).toEqual([]);
  });
});
