import { type Verdict, round, table, verdictTable } from './verdicts.ts';
import type { PageWeight } from '#scripts/page-weight.ts';
import type { FloorResult } from './floor.ts';
import type { FilesBudgets } from './media/report.ts';
import type { SizeResult } from './large.ts';
import type { ChatBudgets } from './parties/chat-report.ts';
import type { SyncBudgets } from './parties/report.ts';
import type { SiteResult } from './scenarios.ts';
import type { SocketsResult } from './sockets.ts';

/** Limits that the project has set itself, from `budgets.json`. */
export interface Budgets {
  /** Milliseconds of the site's CPU a request, by scenario. */
  readonly appCpuMs: Readonly<Record<string, number>>;
  /** Requests a second at least, by scenario. */
  readonly perSecond: Readonly<Record<string, number>>;
  /** Of site and database together, on its own server. */
  readonly idleMb: number;
  readonly loadedMb: number;
  readonly startMs: { readonly server: number; readonly own: number };
  /** Until the last of 10,000 watchers is notified. */
  readonly allNotifiedMs: number;
  /** Of memory, for 5,000 members with an open page. */
  readonly socketsMb: number;
  readonly page: { readonly bytes: number; readonly requests: number };
  /** Median of the large database by that of the small one. */
  readonly largeRatio: number;
  readonly media: FilesBudgets;
  readonly parties: SyncBudgets;
  readonly partyChat: ChatBudgets;
}

/** Everything of one run. */
export interface Results {
  readonly at: string;
  readonly machine: { readonly cpus: number; readonly model: string; readonly node: string; readonly load: number };
  readonly posts: number;
  readonly server: SiteResult | null;
  /** On the site's own server, in its data folder. */
  readonly own: SiteResult | null;
  readonly page: PageWeight | null;
  /** Storing replies and nothing else; null when it was left out. */
  readonly floor: FloorResult | null;
  readonly sockets: SocketsResult | null;
  readonly sizes: readonly SizeResult[];
  /** The same of members. */
  readonly people: readonly SizeResult[];
}

/** Compares with the budgets: everything that has one. */
export function verdictsOf(results: Results, budgets: Budgets): Verdict[] {
  const verdicts: Verdict[] = [];
  const most = (what: string, value: number | null | undefined, budget: number | undefined, unit: string): void => {
    if (value == null || budget === undefined) return;
    verdicts.push({ what, value, budget, unit, isMet: value <= budget });
  };
  const { server, own, page, sockets, sizes, people } = results;
  for (const scenario of server?.scenarios ?? []) {
    most(scenario.name, scenario.appCpuMs, budgets.appCpuMs[scenario.name], 'ms CPU');
    const least = budgets.perSecond[scenario.name];
    if (least !== undefined) {
      const value = scenario.perSecond;
      verdicts.push({ what: scenario.name, value, budget: least, unit: '/s at least', isMet: value >= least });
    }
  }
  most('memory, idle', own?.idleMb, budgets.idleMb, 'MB');
  most('memory, after load', own?.loadedMb, budgets.loadedMb, 'MB');
  most('start, another server', server?.startMs, budgets.startMs.server, 'ms');
  most('start, own server', own?.startMs, budgets.startMs.own, 'ms');
  most('10,000 watchers notified, another server', server?.crowd?.allNotifiedMs, budgets.allNotifiedMs, 'ms');
  most('10,000 watchers notified, own server', own?.crowd?.allNotifiedMs, budgets.allNotifiedMs, 'ms');
  most('5,000 members with an open page', sockets?.growthMb, budgets.socketsMb, 'MB');
  most('post page, cold', page?.bytes, budgets.page.bytes, 'bytes');
  most('post page, cold', page?.requests, budgets.page.requests, 'requests');
  for (const size of [...sizes, ...people])
    most(`${size.name}, large by small`, size.ratio, budgets.largeRatio, 'times');
  return verdicts;
}

/** The results as text. */
export function report(results: Results, verdicts: readonly Verdict[]): string {
  const sites = { 'another server': results.server, 'own server': results.own };
  const parts = Object.entries(sites).flatMap(([name, site]) => {
    if (!site) return [];
    const rows = site.scenarios.map((one) => [
      one.name,
      ...[one.perSecond, one.p50, one.p99, one.appCpuMs, one.databaseCpuMs].map(round),
    ]);
    const head = [`${name}, ${results.posts} posts`, 'a second', 'p50 ms', 'p99 ms', 'app CPU ms', 'database CPU ms'];
    const memory = `Memory of site and database ${round(site.idleMb)} MB idle, ${round(site.loadedMb)} MB after load; start ${round(site.startMs)} ms.`;
    const { crowd } = site;
    const crowdTable = crowd
      ? [
          `A reply that 10,000 watch ${round(crowd.crowdedMs)} ms, that nobody watches ${round(crowd.aloneMs)} ms; the last is notified after ${round(crowd.allNotifiedMs)} ms.`,
        ]
      : [];
    return [table(head, rows), memory, ...crowdTable];
  });
  const compared = [
    { what: '10,000 against 1,000,000 posts', sizes: results.sizes },
    { what: '1,000 against 1,000,000 members', sizes: results.people },
  ];
  for (const { what, sizes } of compared) {
    if (sizes.length === 0) continue;
    const rows = sizes.map((size) => [size.name, round(size.smallP50), round(size.largeP50), size.ratio.toFixed(2)]);
    parts.push(table([what, 'small p50 ms', 'large p50 ms', 'ratio'], rows));
  }
  if (results.floor) {
    const { perSecond, clientCpuMs, databaseCpuMs } = results.floor;
    parts.push(
      `Replies by bare statements: ${round(perSecond)} a second, ${round(clientCpuMs)} + ${round(databaseCpuMs)} ms CPU of client and database.`,
    );
  }
  if (results.sockets) {
    const { sockets, growthMb, cpuMsPerSecond } = results.sockets;
    parts.push(
      `${sockets} members with an open page: ${round(growthMb)} MB more, ${round(cpuMsPerSecond)} ms CPU a second.`,
    );
  }
  if (results.page) {
    const kinds = Object.entries(results.page.kinds).map(([kind, bytes]) => `${kind} ${bytes}`);
    const { bytes, requests } = results.page;
    parts.push(`Post page, cold: ${bytes} bytes in ${requests} requests (${kinds.join(', ')}).`);
  }
  parts.push(verdictTable(verdicts));
  return parts.join('\n\n');
}
