import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { makeMember } from '#server/features/accounts/fixtures.ts';
import { makeFile } from '#server/features/media/fixtures.ts';
import { openSite } from '#server/site.ts';
import { tone } from '../../e2e/share.ts';
import { freePort } from '#server/platform/free-port.ts';
import { csvOf, drawDifferences } from './drawing.ts';
import type { Summary } from './drift.ts';
import { makeMeasuredParty } from './party.ts';
import { type SyncOptions, measureSync } from './sync.ts';

/** Seconds of one track; the queue has enough of them for the whole time. */
const TRACK_SECONDS = 240;

/** Opens a site of its own, measures, and writes the record and its picture into the folder of documents. */
export async function benchSync(seconds: number, docs: string): Promise<Summary> {
  const data = mkdtempSync(path.join(tmpdir(), 'looproom-parties-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({ PORT: String(port), DATA_DIR: data, SITE_URL: url });
  const site = await openSite(config, pino({ level: 'error' }), { rateLimits: false });
  try {
    await site.listen();
    const members = [];
    for (let number = 0; number < 3; number++)
      members.push(await makeMember(site.ctx, { createdAt: new Date('2020-01-01') }));
    const fileIds: string[] = [];
    for (let number = 0; number < Math.ceil(seconds / TRACK_SECONDS) + 1; number++)
      fileIds.push(
        await makeFile(site.ctx, members[0]!, tone(`tone-${number}.wav`, TRACK_SECONDS).content, {
          name: `tone-${number}.wav`,
        }),
      );
    await site.ctx.jobs.idle();
    const party = await makeMeasuredParty(url, members, fileIds);
    const line = { delayMs: [50, 150], loss: 0 } as const;
    const options: SyncOptions = {
      seconds,
      sleepSeconds: Math.min(30, seconds / 10),
      commands: 10,
      line,
      worseLine: { ...line, loss: 0.02 },
    };
    const { summary, differences, commands } = await measureSync(party, options);
    writeFileSync(path.join(docs, 'party-sync.csv.gz'), gzipSync(csvOf(differences), { level: 9 }));
    const title = `Difference of three browsers in one party over ${Math.round(summary.seconds)} s: median ${summary.medianMs.toFixed(1)} ms, p99 ${summary.p99Ms.toFixed(1)} ms`;
    writeFileSync(path.join(docs, 'party-sync.svg'), drawDifferences(differences, commands, title));
    return summary;
  } finally {
    await site.close();
    rmSync(data, { recursive: true, force: true });
  }
}
