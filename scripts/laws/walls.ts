import type { Import } from './imports.ts';

/** Layers of the server's features, low to high: a feature imports only those before it. */
export const floors = [
  'settings',
  'profiles',
  'accounts',
  'relations',
  'notifications',
  'activity',
  'safety',
  'ledger',
  'media',
  'customization',
  'forum',
  'feed',
  'gallery',
  'songs',
  'kits',
  'leaks',
  'promotion',
  'announcements',
  'showcase',
  'payments',
  'parties',
  'community',
  'search',
  'moderation',
] as const;

/** The parts of a feature that a higher one may use. */
const open = /^(tables|store|rules|actions)\.ts$|^rules\/[^/]+\.ts$/;
/** Contract files that the browser may load; of the others it takes types only. */
const plainContract = new Set(
  ['limits', 'shown-errors', 'file-errors', 'ranks', 'page', 'failures', 'event'].map((name) => `contract/${name}.ts`),
);
/** Shared parts of the web app that any web feature may use. */
const sharedParts = new Set(['profiles', 'media', 'content', 'player', 'composer']);
const shellParts = new Set(['accounts', 'notifications', 'media', 'player']);
/**
 * Single files that every web feature may use: a page's frame, who is signed in, and the card of a settings section.
 */
const sharedFiles = new Set([
  'web/shell/page.tsx',
  'web/features/accounts/auth-context.tsx',
  'web/features/accounts/settings/settings-card.tsx',
]);

const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) ||
  /\/testing\//.test(file) ||
  file.endsWith('/fixtures.ts') ||
  file.endsWith('test-folders.ts');
const under = (target: string, ...folders: string[]): boolean =>
  folders.some((folder) => target.startsWith(`${folder}/`));
const part = (file: string, at: number): string => file.split('/')[at] ?? '';

/** Why a file may not import a target, in words; null when it may. Packages are allowed but in `contract`. */
export function wallOf(file: string, { target, typeOnly }: Import): string | null {
  const own = part(file, 0);
  const ours = under(target, 'contract', 'server', 'web', 'scripts', 'e2e', 'bench');
  if (own === 'contract')
    return isTest(file) || target === 'zod' || under(target, 'contract')
      ? null
      : 'contract imports only zod and itself';
  if (!ours) return null;
  if (own === 'server') return serverWall(file, target, typeOnly);
  if (own === 'web') return webWall(file, target, typeOnly);
  return under(target, 'web') && own !== 'e2e' ? `${own} does not import web` : null;
}

function serverWall(file: string, target: string, typeOnly: boolean): string | null {
  if (under(target, 'contract')) return null;
  if (isTest(file)) return under(target, 'server', 'scripts') ? null : 'server tests import server and contract';
  if (!under(target, 'server')) return 'server imports only server and contract';
  if (isTest(target)) return 'only tests import tests and fixtures';
  const context = target === 'server/context.ts' || target === 'server/config.ts';
  if (under(file, 'server/platform')) {
    if (under(target, 'server/platform') || (context && (typeOnly || target === 'server/config.ts'))) return null;
    return 'platform knows no feature: it imports contract, platform, and the types of context and config';
  }
  if (under(file, 'server/features')) {
    if (context || under(target, 'server/platform')) return null;
    return under(target, 'server/features')
      ? featureWall(file, target)
      : 'a feature imports contract, platform, context, itself and lower features';
  }
  if (file === 'server/context.ts' || file === 'server/config.ts') {
    return under(target, 'server/platform') || context ? null : 'context and config import platform and contract only';
  }
  return null;
}

function featureWall(file: string, target: string): string | null {
  const [from, to] = [part(file, 2), part(target, 2)];
  if (from === to) return null;
  const [low, high] = [floors.indexOf(to as never), floors.indexOf(from as never)];
  if (high < 0) return `the feature ${from} has no floor`;
  if (low < 0 || low >= high) return `${to} is not on a lower floor than ${from}`;
  return open.test(target.split('/').slice(3).join('/'))
    ? null
    : `only tables, store, rules and actions of ${to} are open to ${from}`;
}

function webWall(file: string, target: string, typeOnly: boolean): string | null {
  if (under(target, 'contract')) {
    return typeOnly || plainContract.has(target) || isTest(file)
      ? null
      : `of ${target} web takes types only: it would bring the validation library to the browser`;
  }
  if (!under(target, 'web')) return 'web imports only web and contract';
  if (under(file, 'web/ui'))
    return under(target, 'web/ui', 'web/lib', 'web/styles') ? null : 'the kit imports only itself and web/lib';
  if (under(file, 'web/lib')) return under(target, 'web/lib') ? null : 'web/lib imports only itself';
  if (under(file, 'web/features')) {
    const [from, to] = [part(file, 2), part(target, 2)];
    if (sharedFiles.has(target) || (typeOnly && target === 'web/router.tsx')) return null;
    if (under(target, 'web/ui', 'web/lib') || (under(target, 'web/features') && (from === to || sharedParts.has(to))))
      return null;
    return 'a web feature imports web/ui, web/lib, itself, and shared parts (profiles, media, content, player, composer)';
  }
  if (under(file, 'web/shell')) {
    if (
      under(target, 'web/ui', 'web/lib', 'web/shell') ||
      (under(target, 'web/features') && shellParts.has(part(target, 2)))
    )
      return null;
    return 'the shell imports web/ui, web/lib, and parts of accounts, notifications, media and player';
  }
  return null;
}

/** Circles of imports that exist at run time, each as its files in order. */
export function circles(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[][] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    state.set(file, 'open');
    for (const { target, typeOnly, dynamic } of graph.get(file) ?? []) {
      if (typeOnly || dynamic || !graph.has(target)) continue;
      if (state.get(target) === 'open') found.push([...trail.slice(trail.indexOf(target)), target]);
      else if (!state.has(target)) visit(target, [...trail, target]);
    }
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file, [file]);
  return found;
}
