import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { freePort } from '#platform/server/free-port.ts';
import { openSite } from '#site/server/site.ts';
import { readConfig } from '#platform/server/config.ts';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { tone } from '../../e2e/share.ts';
import type { Budgets } from '../budgets.ts';
import { folder } from '../place.ts';
import { type Row, short } from '../rows.ts';
import { makeMeasuredParty } from './party.ts';
import { measureSync } from './sync.ts';

/** Seconds of one track; the queue has enough of them for the whole time. */
const TRACK_SECONDS = 240;

/** How closely three browsers on slow lines follow one party, on a site of its own. */
export async function benchSync(seconds: number, limits: Budgets['parties']): Promise<Row[]> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const data = path.join(folder, 'sync');
  mkdirSync(data);
  const config = readConfig({ PORT: String(port), DATA_DIR: data, SITE_URL: url });
  const site = await openSite(config, pino({ level: 'error' }), { rateLimits: false });
  try {
    await site.listen();
    const members = [];
    for (let number = 0; number < 3; number++)
      members.push(await makeMember(site.ctx, { createdAt: new Date('2020-01-01') }));
    const fileIds: string[] = [];
    for (let number = 0; number < Math.ceil(seconds / TRACK_SECONDS) + 1; number++) {
      const { name, content } = tone(`tone-${number}.wav`, TRACK_SECONDS);
      fileIds.push(await makeFile(site.ctx, members[0]!, content, { name }));
    }
    await site.ctx.jobs.idle();
    const party = await makeMeasuredParty(url, members, fileIds);
    const line = { delayMs: [50, 150], loss: 0 } as const;
    const { summary } = await measureSync(party, {
      seconds,
      sleepSeconds: Math.min(30, seconds / 10),
      commands: 10,
      line,
      worseLine: { ...line, loss: 0.02 },
    });
    const { heardShare, medianMs, p90Ms, p99Ms, maxMs, correctionsPerMinute, lateMs, wokenMs, comparisons } = summary;
    return [
      {
        what: 'compared, of what should sound',
        value: heardShare,
        unit: 'of 1',
        least: limits.heardShare,
        more: `${comparisons} times`,
      },
      { what: 'difference of two browsers, median', value: medianMs, unit: 'ms', most: limits.medianMs },
      {
        what: 'p99',
        value: p99Ms,
        unit: 'ms',
        most: limits.p99Ms,
        more: `p90 ${short(p90Ms)} ms, largest ${short(maxMs)} ms`,
      },
      {
        what: 'audible corrections a minute',
        value: correctionsPerMinute,
        unit: '',
        most: limits.correctionsPerMinute,
      },
      { what: 'late listener in step after', value: lateMs, unit: 'ms' },
      { what: 'in step again after sleep', value: wokenMs, unit: 'ms' },
    ];
  } finally {
    await site.close();
  }
}
