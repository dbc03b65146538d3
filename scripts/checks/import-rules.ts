import type { Import } from './imports.ts';
import { layers } from './layers.ts';

type Layer = (typeof layers)[number];

/** What every import of the layers between follows, for ARCHITECTURE.md. */
const layerContents: Readonly<Record<Layer, string>> = {
  platform: 'what knows no feature: HTTP, database, jobs, files, the kit of components',
  people: 'members and what they have: accounts, profiles, friends, notifications, credits',
  content: 'what all that members make has in common, and what is done with it: media, search, rights, moderation',
  features: 'what members make, and pages of their own',
  site: 'the assembly: contract, start, routes, shell, migrations',
};

/** Parts of a folder, and which parts each may import. */
const parts: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract'],
  server: ['contract', 'server'],
  web: ['contract', 'web'],
};

/** Below `server`: what other folders may use. */
const publicServerFile = /^(tables|store|rules|actions|events)\.ts$|^rules\/[^/]+\.ts$/;
/** Folders whose parts are made for others: all of `server` but `feature.ts`, all of `web`, or files of it. */
const publicFiles: Readonly<Record<string, RegExp>> = {
  'content/core': /^server\/(?!feature\.ts$)|^web\//,
  'people/profiles': /^web\//,
  'content/media': /^web\//,
  'features/composer': /^web\//,
  'features/customization': /^web\/(parts\/picture-card\.tsx|queries\.ts|use-avatar-slot\.ts)$/,
  'features/player': /^web\//,
  'features/secret-links': /^web\/share-dialog\.tsx$/,
  'features/sharing': /^web\/music\/item-cover\.tsx$/,
  'features/sets': /^web\/(add-to-set-dialog\.tsx|play-entries\.ts|use-add-to-set\.ts)$/,
  'people/accounts': /^web\/(auth-context|shared-markup|settings\/settings-card)\.tsx$/,
};

/** Contract files that the browser loads at run time; of the others it takes types only: they bring the validation library. */
const plainContract =
  /\/(limits|[a-z]+-limits|shown-errors|file-errors|field-errors|ranks|page|failures|(?:field|track)-facts|event|shared-kinds|contrast|site-colors)\.ts$/;
/** The site's contract: all endpoints with their failure toasts. Every layer knows it. */
const siteContract = /^site\/contract\//;
/** Files of the platform that name limits of features above it, each for a reason. */
const upward: readonly { readonly file: RegExp; readonly why: string }[] = [
  { file: /^platform\/contract\/(shown-)?errors\.ts$/, why: 'the closed list of refusals, whose texts name limits' },
  { file: /^platform\/server\/(config(\/settings)?|payment-settings)\.ts$/, why: 'settings of the operator' },
  { file: /^platform\/server\/content-kind\.ts$/, why: 'its files are those of pages, by type' },
];

const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) ||
  /\/testing\//.test(file) ||
  file.endsWith('/fixtures.ts') ||
  file.endsWith('test-folders.ts');
const within = (target: string, places: readonly string[]): boolean =>
  places.some((place) => target === place || target.startsWith(`${place}/`));
const tools = ['scripts', 'bench', 'e2e'];

/** The place of a file in the layers: `folder` is its feature, or its layer where that has no features. */
interface Place {
  readonly layer: Layer;
  readonly folder: string;
  readonly part: string;
  /** The file's path from `folder`. */
  readonly rest: string;
}

function placeOf(file: string): Place | null {
  const [layer, ...below] = file.split('/');
  if (!layers.includes(layer as Layer)) return null;
  const hasFeatures = layer !== 'platform' && layer !== 'site';
  const folder = hasFeatures ? `${layer}/${below.shift()}` : layer;
  return { layer: layer as Layer, folder, part: below[0] ?? '', rest: below.join('/') };
}

/** Why a file may not import a target, in words; null when it may. */
export function importRuleOf(file: string, { target, typeOnly }: Import): string | null {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (!from) {
    if (!within(file, tools)) return null;
    const mayWeb = within(file, ['e2e']);
    return !mayWeb && to?.part === 'web' ? 'scripts and benchmarks import server and contract' : null;
  }
  const isServerTest = isTest(file) && (from.part === 'server' || from.part === 'testing');
  if (!to) {
    if (within(target, tools))
      return isServerTest && within(target, ['scripts']) ? null : 'the program imports no tools';
    return from.part === 'contract' && target !== 'zod' && !isTest(file) ? 'of packages only zod' : null;
  }
  if (isServerTest) return to.part === 'web' ? 'server tests import server and contract' : null;
  if (isTest(file)) return null;
  if (isTest(target)) return 'only tests import tests and fixtures';
  return partRuleOf(from, to, target, typeOnly) ?? (from.layer === 'site' ? null : layerRuleOf(from, to, file, target));
}

/** Which part may import which. */
function partRuleOf(from: Place, to: Place, target: string, typeOnly: boolean): string | null {
  if (!(parts[from.part] ?? ['contract', 'server']).includes(to.part))
    return `${from.part} imports ${(parts[from.part] ?? []).join(' and ')}`;
  if (from.part === 'web' && to.part === 'contract' && !typeOnly && !plainContract.test(target))
    return 'pages load limits and tables of the contract, and take types of its other files';
  if (from.layer === 'platform' && from.rest.startsWith('web/lib/') && to.rest.startsWith('web/ui/'))
    return 'platform/web/lib does not know the components';
  if (to.rest === 'server/context.ts' && to.layer === 'platform' && from.layer === 'platform' && !typeOnly)
    return 'the platform takes types of its context';
  return null;
}

/** Which layer and which folder may import which. */
function layerRuleOf(from: Place, to: Place, file: string, target: string): string | null {
  if (siteContract.test(target)) return null;
  if (to.part === 'contract' && upward.some(({ file: named }) => named.test(file))) return null;
  if (layers.indexOf(to.layer) > layers.indexOf(from.layer)) return `${from.layer} is below ${to.layer}`;
  if (from.folder === to.folder || to.layer === 'platform' || to.part === 'contract') return null;
  if (publicFiles[to.folder]?.test(to.rest)) return null;
  if (to.part === 'server' && publicServerFile.test(to.rest.slice('server/'.length))) return null;
  return `${to.folder} makes public its contract, and of ${to.part} ${publicWords(to.folder, to.part)}`;
}

const publicWords = (folder: string, part: string): string => {
  const wide = publicFiles[folder]?.source;
  if (wide?.includes(part)) return `\`${wide.replaceAll('\\', '')}\``;
  return part === 'server' ? 'tables, store, rules, actions and events' : 'nothing';
};

/** The rules as a part of ARCHITECTURE.md: layers with their folders. @param folders of all features, as `people/accounts` */
export function importTable(folders: readonly string[]): string {
  const rows = layers.map((layer) => {
    const names = folders
      .filter((folder) => folder.startsWith(`${layer}/`))
      .map((folder) => `\`${folder.split('/')[1]}\``);
    return `| \`${layer}\` | ${layerContents[layer]} | ${names.join(', ')} |`;
  });
  return ['| layer | holds | folders |', '|---|---|---|', ...rows].join('\n');
}

/** Around the part of ARCHITECTURE.md that is made from the rules. */
const marks = ['<!-- imports: npm run import-table -->', '<!-- /imports -->'] as const;

/** ARCHITECTURE.md with the layers as they are. @throws when the marks are missing */
export function withImportTable(document: string, folders: readonly string[]): string {
  const [begin, end] = marks.map((mark) => document.indexOf(mark)) as [number, number];
  if (begin < 0 || end < begin) throw new Error(`ARCHITECTURE.md lacks ${marks.join(' … ')}.`);
  return `${document.slice(0, begin + marks[0].length)}\n${importTable(folders)}\n${document.slice(end)}`;
}

/** Import cycles that exist at run time, each as its nodes in order; of the browser's files without lazily loaded parts. */
export function importCycles(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const edges = new Map<string, readonly string[]>();
  for (const [file, imports] of graph) {
    const isLazy = (dependency: Import): boolean => dependency.dynamic && placeOf(file)?.part === 'web';
    edges.set(
      file,
      imports.filter((dependency) => !dependency.typeOnly && !isLazy(dependency)).map(({ target }) => target),
    );
  }
  return cyclesOf(edges);
}

/** Cycles between the folders of features on the server, by what they import at run time. */
export function folderCycles(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const edges = new Map<string, string[]>();
  for (const [file, imports] of graph) {
    const from = placeOf(file);
    if (!from || from.part !== 'server' || isTest(file) || from.layer === 'site') continue;
    for (const { target, typeOnly } of imports) {
      const to = placeOf(target);
      if (!to || typeOnly || to.part !== 'server' || to.folder === from.folder) continue;
      edges.set(from.folder, [...(edges.get(from.folder) ?? []), to.folder]);
    }
  }
  return cyclesOf(edges);
}

function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[][] = [];
  const visit = (node: string, trail: readonly string[]): void => {
    state.set(node, 'open');
    for (const target of edges.get(node) ?? []) {
      if (!edges.has(target)) continue;
      if (state.get(target) === 'open') cycles.push([...trail.slice(trail.indexOf(target)), target]);
      else if (!state.has(target)) visit(target, [...trail, target]);
    }
    state.set(node, 'done');
  };
  for (const node of edges.keys()) if (!state.has(node)) visit(node, [node]);
  return cycles;
}
