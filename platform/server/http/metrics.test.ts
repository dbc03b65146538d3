import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFile } from '#content/media/server/fixtures.ts';
import { sendMailJob } from '#platform/server/mail/mail.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { wavOf } from '#site/testing/wav.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ work: false });
});
afterAll(() => world.close());

/** The number of one line of `/metrics`; 0 where it is not there. */
async function metric(line: string): Promise<number> {
  const text = String((await world.get('/metrics')).body);
  const match = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(match?.slice(line.length) ?? 0);
}

test('the version stands in a label', async () => {
  expect(await metric(`looproom_info{version="${world.ctx.config.version}"}`)).toBe(1);
});

test('mails are counted by what became of them', async () => {
  const before = await metric('mails_total{outcome="stored"}');
  await sendMailJob.run(world.ctx, {
    kind: 'test',
    to: 'counted@example.org',
    subject: 'Counted',
    paragraphs: ['One.'],
  });
  expect(await metric('mails_total{outcome="stored"}')).toBe(before + 1);
});

test('taken files are counted with their bytes, and those that wait to be processed by queue', async () => {
  const member = await world.member();
  const [files, bytes] = [
    await metric('uploads_total{kind="audio"}'),
    await metric('uploads_bytes_total{kind="audio"}'),
  ];
  const content = wavOf(3000);
  await makeFile(world.ctx, member, content, { name: 'counted.wav' });
  expect(await metric('uploads_total{kind="audio"}')).toBe(files + 1);
  expect(await metric('uploads_bytes_total{kind="audio"}')).toBe(bytes + content.length);
  expect(await metric('media_jobs_waiting{queue="media.process"}')).toBe(1);
  expect(await metric('media_jobs_waiting{queue="media.process-picture"}')).toBe(0);
  expect(await metric('media_jobs_running{queue="media.process"}')).toBe(0);
});
