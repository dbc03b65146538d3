import { measureSync } from '../bench/parties/sync.ts';
import { makeMeasuredParty } from '../bench/parties/party.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { tone } from './share.ts';
import { expect, test } from './world.ts';

/** Seconds of one measurement. A busy machine is given further ones: what is in step once was not by chance. */
const SECONDS = 120;
const TRIES = 2;
/** Of the comparisons that are possible where no page is silent that should sound. */
const HEARD_SHARE = 0.7;

test('three browsers on slow lines are in step, one of them late and one after sleep', async ({ site }) => {
  test.setTimeout(TRIES * (SECONDS + 80) * 1000);
  const members = [];
  for (let number = 0; number < 3; number++) members.push(await site.member({ createdAt: new Date('2020-01-01') }));
  const { name, content } = tone('tone.wav', 3 * SECONDS);
  const results: string[] = [];
  for (let turn = 0; turn < TRIES; turn++) {
    const fileId = await makeFile(site.ctx, members[0]!, content, { name });
    await site.settle();
    const party = await makeMeasuredParty(site.url, members, [fileId]);
    const line = { delayMs: [50, 150], loss: 0 } as const;
    const { summary } = await measureSync(party, {
      seconds: SECONDS,
      sleepSeconds: 10,
      commands: 6,
      line,
      worseLine: { ...line, loss: 0.02 },
    });
    results.push(JSON.stringify(summary));
    // Twice the bounds of `bench/budgets.json`: whole seconds of a busy machine are in it. Silence has no differences.
    if (
      summary.medianMs < 30 &&
      summary.p99Ms < 120 &&
      summary.correctionsPerMinute <= 2 &&
      summary.heardShare > HEARD_SHARE
    )
      return;
  }
  expect(results, 'heard, within 30 ms in the median and 120 ms at p99, with at most two corrections a minute').toEqual(
    [],
  );
});
