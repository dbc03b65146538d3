import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#platform/server/db/database.ts';
import { checkAll, isAcknowledged, metric, sendAgain } from './checks.ts';
import { eventually } from './eventually.ts';
import { type SiteProcess, ownServer, startSite } from './site-process.ts';
import { type CrashFixture, type DatabaseKind, withFixture } from './fixture.ts';
import { type Kill, type KillRecord, drawKills, strike } from './strike.ts';
import { type Transfer, type TransferLoad, isDone, sendRest, startTransfers } from './transfers.ts';
import { type Load, type Sent, makeReply, send, startLoad } from './writers.ts';

/** What many kills came to. */
export interface KillsResult {
  /** Writes and files that were acknowledged, all of which were found again. */
  readonly acknowledged: number;
  readonly kills: readonly KillRecord[];
}

/** Kills on one data folder, after which all is compared: more would only fill it. */
const KILLS_OF_A_FOLDER = 50;

interface Loaded {
  readonly load: Load;
  readonly files: TransferLoad;
}

/** Everything that was sent on a data folder. */
interface History {
  readonly sent: Sent[];
  /** What was sent last, which a kill may have cut off. */
  latest: readonly Sent[];
  readonly files: Transfer[];
}

/**
 * Sends again what the site was killed under, and only then lets people write: under their load the first part took ten
 * times as long, in which they wrote more to be sent again.
 */
async function startLoaded(fixture: CrashFixture, site: SiteProcess, history: History): Promise<Loaded> {
  await sendAgain(site, history.latest);
  await finishFiles(site, history.files);
  return {
    load: startLoad(site.address!, fixture.writers, fixture.postIds),
    files: startTransfers(site.address!, fixture.senders),
  };
}

/** Waits for the ends of what was being sent, and keeps it. */
async function endLoaded({ load, files }: Loaded, history: History, further: readonly Sent[] = []): Promise<void> {
  load.end();
  files.end();
  await load.ended();
  await files.ended();
  history.latest = [...load.sent, ...further];
  history.sent.push(...history.latest);
  history.files.push(...files.transfers);
}

const doneOf = ({ load, files }: Loaded): number =>
  load.sent.filter(isAcknowledged).length + files.transfers.filter(isDone).length;

/** A random time under load: some things are done then, and some are half-way. */
async function someTime(loaded: Loaded): Promise<void> {
  const before = doneOf(loaded);
  await eventually('acknowledged writes', () => doneOf(loaded) > before + 60);
  await sleep(Math.random() * 800);
}

/** Two sites on one folder would do everything twice: while the first is suspended too, a second one is refused. */
async function checkSecondIsRefused(fixture: CrashFixture, first: SiteProcess): Promise<void> {
  first.signal('SIGSTOP');
  try {
    const second = await startSite(fixture.place);
    assert.equal(second.address, null);
    assert.equal(await second.end('SIGTERM'), 1);
    assert.match(
      second.complaint,
      new RegExp(
        `^The database folder \\S+ is in use by process ${first.pid}\\. Stop that process and start again\\.\\n$`,
      ),
    );
  } finally {
    first.signal('SIGCONT');
  }
  assert.equal((await fetch(`${first.address}/readyz`)).status, 200);
}

/** Sends the rest of files that a site was killed under. */
async function finishFiles(site: SiteProcess, transfers: readonly Transfer[]): Promise<void> {
  const sent = await Promise.all(transfers.filter((one) => !isDone(one)).map((one) => sendRest(site.address!, one)));
  assert.ok(sent.every(Boolean));
}

/** Waits until a site is ready and has taken a write, as somebody would who tries all the time. @returns the write */
async function takesWrites(fixture: CrashFixture, site: SiteProcess): Promise<Sent> {
  const reply = makeReply(fixture.writers[0]!, fixture.postIds[0]!);
  const agent = new Agent();
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${site.address}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer === null) return false;
    assert.ok([200, 503].includes(answer.status));
    return answer.status === 200;
  };
  await eventually('a site that is ready and takes writes', async () => {
    if (!(await isReady())) return false;
    const refusal = await send(agent, site.address!, reply);
    if (refusal !== null) assert.equal(refusal.status, 503);
    return reply.status === 200;
  });
  agent.destroy();
  return reply;
}

/** Kills under load, and waits until it works again: a killed site is started, one without its database has to go on. */
async function killOnce(
  fixture: CrashFixture,
  site: SiteProcess,
  kill: Kill,
  history: History,
): Promise<{ site: SiteProcess; kill: KillRecord }> {
  const loaded = await startLoaded(fixture, site, history);
  await someTime(loaded);
  const acknowledged = doneOf(loaded);
  const killedAt = performance.now();
  const before = ownServer(fixture.place);
  await strike(fixture, site, kill);
  const next = kill === 'database' ? site : await startSite(fixture.place);
  // Until it notices that its first process is gone, a backend goes on answering.
  if (kill === 'database') await eventually('a new server', () => ![null, before].includes(ownServer(fixture.place)));
  const reply = await takesWrites(fixture, next);
  const backMs = performance.now() - killedAt;
  await endLoaded(loaded, history, [reply]);
  const { sent, refused } = loaded.load;
  assert.deepEqual(
    refused.filter(({ status, code }) => status !== 503 || code !== 'unavailable'),
    [],
  );
  assert.ok(sent.every(({ status }) => status === 200 || status === 503 || status === null));
  return { site: next, kill: { kill, acknowledged, backMs } };
}

/** Kills on one data folder. */
async function killOnOneFolder(on: DatabaseKind, kills: readonly Kill[]): Promise<KillsResult> {
  return await withFixture({ on }, async (fixture) => {
    const history: History = { sent: [], latest: [], files: [] };
    const done: KillRecord[] = [];
    let site = await startSite(fixture.place);
    for (const [round, kill] of kills.entries()) {
      if (on === 'own' && round % 5 === 0) await checkSecondIsRefused(fixture, site);
      const result = await killOnce(fixture, site, kill, history);
      site = result.site;
      done.push(result.kill);
    }
    await stopUnderLoad(fixture, site, history);

    // Jobs that were running at a kill are tried again after a minute.
    await fixture.letTimePass();
    const last = await startSite(fixture.place);
    await sendAgain(last, history.sent);
    await finishFiles(last, history.files);
    // Every file waits once to be processed: nobody does that here.
    await eventually(
      'all other jobs are done',
      async () => (await metric(last, 'jobs_waiting')) === history.files.length,
    );
    assert.equal(await last.end('SIGTERM'), 0);
    assert.equal(ownServer(fixture.place), null);
    await checkAll(fixture, history.sent, history.files);
    return { acknowledged: history.sent.length + history.files.length, kills: done };
  });
}

/**
 * The site, its database or both are killed under load, again and again, and stopped in the end; a site on its own server
 * is also suspended while another one wants its folder. What was acknowledged is there, and everything is finished.
 * @param onPart called with the number of kills so far, where everything up to now was compared
 * @throws when anything is lost, doubled or half, or a site does not work again
 */
export async function killUnderLoad(
  on: DatabaseKind,
  rounds: number,
  onPart: (kills: number) => void = () => {},
): Promise<KillsResult> {
  const all = drawKills(on, rounds);
  const kills: KillRecord[] = [];
  let acknowledged = 0;
  while (kills.length < rounds) {
    const part = await killOnOneFolder(on, all.slice(kills.length, kills.length + KILLS_OF_A_FOLDER));
    kills.push(...part.kills);
    acknowledged += part.acknowledged;
    onPart(kills.length);
  }
  return { acknowledged, kills };
}

/** A stop in good order: what was refused was not done. */
async function stopUnderLoad(fixture: CrashFixture, site: SiteProcess, history: History): Promise<void> {
  const loaded = await startLoaded(fixture, site, history);
  await someTime(loaded);
  // 30 s after the signal the process would give up, with another code.
  assert.equal(await site.end('SIGTERM'), 0);
  await endLoaded(loaded, history);
  const { sent } = loaded.load;
  assert.deepEqual(
    sent.filter(({ cut, status }) => cut || ![200, 503, null].includes(status)),
    [],
  );
  const stored = await fixture.open(({ db }) =>
    db.rows<{ submit_id: string }>(sql`
      SELECT submit_id::text FROM post_replies UNION SELECT submit_id::text FROM forum_posts
      UNION SELECT split_part(cause, ':', 4) FROM ledger_entries WHERE kind = 'tip'`),
  );
  const storedIds = new Set(stored.map((row) => row.submit_id));
  for (const { kind, status, body } of sent)
    if (kind !== 'sign-up') assert.equal(storedIds.has(body['submitId']!), status === 200);
}
