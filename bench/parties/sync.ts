import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Page, chromium } from '@playwright/test';
import { ensureBrowser } from '#scripts/browser.ts';
import { type Command, type Difference, type Summary, type Track, differencesOf, summaryOf } from './drift.ts';
import { type Line, openLine } from './network.ts';
import { SAMPLE_MS, type Sample, recordSound } from './recorder.ts';

/** The party that is measured. */
export interface MeasuredParty {
  /** Origin of the site, with its port. */
  readonly url: string;
  readonly partyId: string;
  /** `cookie` headers of the host and of two guests. */
  readonly cookies: readonly [host: string, guest: string, late: string];
}

/** How long and how hard it is measured. */
export interface SyncOptions {
  readonly seconds: number;
  readonly sleepSeconds: number;
  /** Pauses and seeks, evenly over the time. */
  readonly commands: number;
  readonly line: Line;
  /** The line of the second browser, such as one that loses pieces. */
  readonly worseLine: Line;
}

/** Everything of one measurement. */
export interface SyncResult {
  readonly summary: Summary;
  readonly tracks: readonly Track[];
  readonly differences: readonly Difference[];
  readonly commands: readonly Command[];
}

const names = ['host', 'guest', 'late'] as const;
/** Milliseconds that all three are heard after the last command, join and sleep. */
const AFTERWARDS_MS = 12_000;
/** Milliseconds that a pause lasts. */
const PAUSE_MS = 1500;

interface Listener {
  readonly name: (typeof names)[number];
  readonly page: Page;
  readonly pid: number;
  close(): Promise<void>;
}

/** A process with all that it has started. */
function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child);
  return tree;
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** A browser of its own, behind a line of its own. The page's address stays that of the site: only the way there is longer. */
async function openListener(
  name: Listener['name'],
  { url, partyId }: MeasuredParty,
  cookie: string,
  line: Line,
): Promise<Listener> {
  const { host, port } = new URL(url);
  const way = await openLine(Number(port), line);
  const server = await chromium.launchServer({
    executablePath: ensureBrowser(),
    args: [
      '--disable-dev-shm-usage',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--host-resolver-rules=MAP ${host} 127.0.0.1:${way.port}`,
    ],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB' });
  const equals = cookie.indexOf('=');
  await context.addCookies([{ name: cookie.slice(0, equals), value: cookie.slice(equals + 1), url, httpOnly: true }]);
  const page = await context.newPage();
  await page.addInitScript(recordSound, SAMPLE_MS);
  await page.goto(`/listening-party/${partyId}`);
  return {
    name,
    page,
    pid: server.process().pid!,
    async close() {
      await browser.close().catch(() => {});
      await server.close();
      await way.close();
    },
  };
}

/** Comes into the room, and lets sound begin by that press. @param onPress called just before it */
async function comeIn({ page }: Listener, onPress?: () => void): Promise<void> {
  const join = page.getByRole('button', { name: 'Join Party' });
  const blocked = page.getByRole('button', { name: 'Turn the sound on' });
  const inside = page.getByRole('button', { name: 'Leave', exact: true });
  await join.or(inside).first().waitFor({ timeout: 60_000 });
  onPress?.();
  if (await join.isVisible()) await join.click();
  else await page.getByRole('heading', { level: 1 }).click();
  await blocked.click({ timeout: 3000 }).catch(() => {});
}

/** Runs `work` `times`, evenly over some seconds. */
async function evenly(seconds: number, times: number, work: (turn: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  for (let turn = 0; turn < times; turn++) {
    await sleep(Math.max(0, began + ((turn + 1) / (times + 1)) * seconds * 1000 - performance.now()));
    await work(turn);
  }
  await sleep(Math.max(0, began + seconds * 1000 - performance.now()));
}

/**
 * Measures how closely three browsers follow one party: two from the beginning, one that joins at a third of the time, one
 * that sleeps from the middle on. The host's page drives, with its own buttons.
 */
export async function measureSync(party: MeasuredParty, options: SyncOptions): Promise<SyncResult> {
  const { seconds, sleepSeconds } = options;
  const listeners: Listener[] = [];
  const commands: Command[] = [];
  const note = (kind: Command['kind'], at = performance.timeOrigin + performance.now()): void =>
    void commands.push({ kind, at });
  try {
    const [host, guest] = await Promise.all([
      openListener('host', party, party.cookies[0], options.line),
      openListener('guest', party, party.cookies[1], options.worseLine),
    ]);
    listeners.push(host, guest);
    for (const one of listeners) await comeIn(one);
    const stage = host.page.getByRole('region', { name: 'Stage' });
    const play = stage.getByRole('button', { name: 'Play for all' });
    const pause = stage.getByRole('button', { name: 'Pause for all' });
    await play.click();
    await pause.waitFor();
    note('play');
    const others = async (): Promise<void> => {
      await sleep((seconds / 3) * 1000);
      const late = await openListener('late', party, party.cookies[2], options.line);
      listeners.push(late);
      await comeIn(late, () => note('late join'));
      await sleep((seconds / 4) * 1000);
      note('asleep');
      signal(guest.pid, 'SIGSTOP');
      await sleep(sleepSeconds * 1000);
      signal(guest.pid, 'SIGCONT');
      note('awake');
    };
    const drive = evenly(seconds, options.commands, async (turn) => {
      if (turn % 2 === 0) {
        const slider = stage.getByRole('slider', { name: /^Position/ });
        const box = (await slider.boundingBox())!;
        note('seek');
        // Between a tenth and two fifths of the track, so that it does not end at once.
        await slider.click({ position: { x: box.width * (0.1 + 0.3 * Math.random()), y: box.height / 2 } });
      } else {
        note('pause');
        await pause.click();
        await sleep(PAUSE_MS);
        note('play');
        await play.click();
      }
    });
    await Promise.all([drive, others()]);
    // On a busy machine who joins late comes later still, and the sleeper wakes at the end alone.
    await sleep(AFTERWARDS_MS);
    const tracks: Track[] = [];
    for (const { name, page } of listeners) {
      const samples = await page.evaluate(() => (globalThis as unknown as { soundRecord: Sample[] }).soundRecord);
      tracks.push({ name, samples });
    }
    const differences = differencesOf(tracks);
    return {
      tracks,
      differences,
      commands,
      summary: summaryOf(tracks, differences, commands, { late: 'late', sleeper: 'guest' }),
    };
  } finally {
    for (const one of listeners) {
      signal(one.pid, 'SIGCONT');
      await one.close();
    }
  }
}
