import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/server/config.ts';
import { siteMetrics } from '#scripts/checks/operating-tables.ts';
import { features } from '#site/server/app.ts';
import { type World, openWorld } from '#site/testing/world.ts';

const folder = path.join(packageRoot(), 'docs/monitoring');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

/** Whether Prometheus' own tool is here. */
function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let world: World;
/** Name of each metric of the running site, with the names of its labels. */
const shown = new Map<string, Set<string>>();
beforeAll(async () => {
  world = await openWorld({ work: false });
  await world.member();
  for (const line of String((await world.get('/metrics')).body).split('\n')) {
    const [, declared] = /^# TYPE (\S+)/.exec(line) ?? [];
    if (declared !== undefined) shown.set(declared, new Set());
  }
  for (const { name, labels } of siteMetrics()) for (const label of labels) shown.get(name)?.add(label);
});
afterAll(() => world.close());

test('a running site shows every metric of the table in docs/operating.md', () => {
  expect(
    siteMetrics()
      .map(({ name }) => name)
      .filter((name) => !shown.has(name)),
  ).toEqual([]);
});

describe.each(['dashboard.json', 'alerts.yml', 'alerts.test.yml'])('%s', (file) => {
  test('names metrics that a running site shows, with labels that they have', () => {
    const used = [...read(file).matchAll(/(looproom_\w+)(?:\{((?:\\.|[^}])*)\})?/g)];
    expect(used.length).toBeGreaterThan(5);
    const wrong = used.flatMap(([, long = '', inner = '']) => {
      const name = [long, long.replace(/_(?:bucket|count|sum)$/, '')].find((one) => shown.has(one));
      if (name === undefined) return [long];
      const labels = [...inner.matchAll(/(\w+)(?:=~|!~|!=|=)\\?"/g)].map((one) => one[1]!);
      return labels
        .filter((label) => label !== 'le' && label !== 'instance' && !shown.get(name)!.has(label))
        .map((label) => `${name}{${label}}`);
    });
    expect(wrong).toEqual([]);
  });
});

test('what takes as long as the line of its reader counts in no alert and panel of times', () => {
  const excluded = [...`${read('alerts.yml')}${read('dashboard.json')}`.matchAll(/route!~\\?"([^"\\]+)/g)].map(
    (one) => one[1]!,
  );
  expect(new Set(excluded).size).toBe(1);
  const pattern = new RegExp(`^(?:${excluded[0]})$`);
  const raw = features.flatMap((feature) => feature.rawRoutes ?? []).map((route) => route.path);
  expect(raw.filter((route) => !pattern.test(route) && !/\/(?:dev|payments|mail)\//.test(route))).toEqual([]);
});

test('the dashboard is what Grafana imports: each panel has a place of its own and a source that is asked for', () => {
  interface Panel {
    id: number;
    type: string;
    datasource?: { uid: string };
    gridPos: { x: number; y: number; w: number; h: number };
    targets?: { expr: string }[];
  }
  const { panels, templating } = JSON.parse(read('dashboard.json')) as {
    panels: Panel[];
    templating: { list: { name: string; type: string }[] };
  };
  expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const panel of panels.filter(({ type }) => type !== 'row')) {
    expect(panel.datasource?.uid).toContain('{datasource}');
    expect(panel.targets?.length).toBeGreaterThan(0);
  }
});

describe.skipIf(!hasPromtool())('promtool (of Debian’s package prometheus)', () => {
  const run = (...args: string[]): string =>
    execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  test('finds no fault in the rules, and each alert is raised when it should be', () => {
    expect(run('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    const raised = read('alerts.test.yml');
    const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map((one) => one[1]!);
    expect(alerts.filter((alert) => !raised.includes(`alertname="${alert}"`))).toEqual([]);
  });
});
