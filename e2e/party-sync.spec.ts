import { differencesOf } from '../bench/parties/drift.ts';
import { makeMeasuredParty } from '../bench/parties/party.ts';
import { measureSync } from '../bench/parties/sync.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { tone } from './share.ts';
import { expect, test } from './world.ts';

/** Seconds of the party, and of the sleep in it. */
const SECONDS = 48;
const SLEEP_SECONDS = 10;
/** Milliseconds after the last command that are looked at. */
const LAST_MS = 5_000;

test('three browsers on slow lines come in step, one of them late and one after sleep', async ({ site }) => {
  test.setTimeout(300_000);
  const members = [];
  for (let number = 0; number < 3; number++) members.push(await site.member({ createdAt: new Date('2020-01-01') }));
  const { name, content } = tone('tone.wav', 4 * SECONDS);
  const fileId = await makeFile(site.ctx, members[0]!, content, { name });
  await site.settle();
  const party = await makeMeasuredParty(site.url, members, [fileId]);
  const line = { delayMs: [50, 150], loss: 0 } as const;
  const { tracks, summary } = await measureSync(party, {
    seconds: SECONDS,
    sleepSeconds: SLEEP_SECONDS,
    commands: 2,
    line,
    worseLine: { ...line, loss: 0.02 },
  });
  process.stdout.write(`Three browsers in one party: ${JSON.stringify(summary)}\n`);
  const all = differencesOf(tracks);
  const until = Math.max(...all.map(({ at }) => at));
  for (const [one, other] of [
    ['host', 'guest'],
    ['host', 'late'],
    ['guest', 'late'],
  ]) {
    const last = all
      .filter((each) => each.one === one && each.other === other && each.at > until - LAST_MS)
      .map(({ ms }) => Math.abs(ms))
      .toSorted((a, b) => a - b);
    expect(last.length, `${one} and ${other} sound`).toBeGreaterThan(0);
    // Who does not follow is as far away as the sleep is long, or as a seek went. How close they are on a quiet machine
    // is measured by `npm run bench -- --parties`.
    expect(last[Math.floor(last.length / 2)], `${one} and ${other}`).toBeLessThan(SLEEP_SECONDS * 100);
  }
});
