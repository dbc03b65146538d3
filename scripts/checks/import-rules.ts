import type { Import } from './imports.ts';

/** Layers of the server's features, low to high: a feature imports only those before it. */
export const layers = [
  'site-settings',
  'profiles',
  'legal',
  'accounts',
  'friends',
  'notifications',
  'activity',
  'moderation',
  'ledger',
  'media',
  'content',
  'rights',
  'customization',
  'forum',
  'feed',
  'gallery',
  'sharing',
  'sets',
  'secret-links',
  'embeds',
  'previews',
  'announcements',
  'showcase',
  'payments',
  'parties',
  'community',
  'search',
  'staff',
] as const;

/** The parts of a feature that a later one may use; of `content` all. */
const open = /^(tables|store|rules|actions|events)\.ts$|^rules\/[^/]+\.ts$/;
/** Contract files that the browser may load; of the others it takes types only. */
const plainContract = [
  'contract/limits',
  ...['shown-errors', 'file-errors', 'field-errors', 'ranks', 'page', 'failures', 'event'].map(
    (name) => `contract/${name}.ts`,
  ),
];

/** Who may import what; the first rule whose `from` fits a file counts. ARCHITECTURE.md shows this list. */
interface ImportRule {
  /** Files and folders, from the package's folder. */
  readonly from: readonly string[];
  /** Files and folders whose values and types may be imported; files beside each other in `from` may not by this alone. */
  readonly may: readonly string[];
  /** Those of which types alone may be imported. */
  readonly types?: readonly string[];
  /** True: files of one folder below `from` may import each other. */
  readonly itself?: true;
  /** What the lists cannot say. */
  readonly also?: {
    /** For the table, after "may import". */
    readonly about: string;
    allows(file: string, target: string): boolean;
  };
  /** The only packages; all when not given. */
  readonly packages?: readonly string[];
}

const features = (...names: readonly string[]): string[] => names.map((name) => `web/features/${name}`);

const importRules: readonly ImportRule[] = [
  { from: ['contract'], may: ['contract'], packages: ['zod'] },
  {
    from: ['platform/server/context.ts', 'platform/server/config.ts', 'platform/server/config'],
    may: [
      'contract',
      'platform/server',
      'platform/server/context.ts',
      'platform/server/config.ts',
      'platform/server/config',
    ],
  },
  {
    from: ['platform/server'],
    may: ['contract', 'platform/server', 'platform/server/config.ts'],
    types: ['platform/server/context.ts'],
  },
  {
    from: ['server/features'],
    may: ['contract', 'platform/server', 'platform/server/config.ts', 'platform/server/context.ts'],
    itself: true,
    also: {
      about:
        '`tables.ts`, `store.ts`, `rules.ts` (or files of `rules/`), `actions.ts` and `events.ts` of features before it in the order, and all of `content` but its `feature.ts`',
      allows: isOpenToLater,
    },
  },
  { from: ['server'], may: ['contract', 'server'] },
  {
    from: ['platform/web/ui'],
    may: [...plainContract, 'platform/web/ui', 'content/media/web', 'platform/web/styles'],
    types: ['contract'],
  },
  { from: ['content/media/web'], may: [...plainContract, 'content/media/web'], types: ['contract'] },
  {
    from: ['site/web/shell'],
    may: [
      ...plainContract,
      'platform/web/ui',
      'content/media/web',
      'site/web/shell',
      ...features('accounts', 'notifications', 'media', 'player', 'search'),
    ],
    types: ['contract'],
  },
  {
    from: ['web/features'],
    may: [
      ...plainContract,
      'platform/web/ui',
      'content/media/web',
      ...features('profiles', 'media', 'content', 'player', 'composer'),
      // A page's frame, who is signed in, and the card of a settings section.
      'platform/web/ui/page.tsx',
      'people/accounts/web/auth-context.tsx',
      'people/accounts/web/shared-markup.tsx',
      'people/accounts/web/settings/settings-card.tsx',
    ],
    types: ['contract'],
    itself: true,
  },
  { from: ['web'], may: [...plainContract, 'web'], types: ['contract'] },
  { from: ['e2e'], may: ['contract', 'server', 'web', 'scripts', 'e2e', 'bench'] },
  { from: ['scripts', 'bench'], may: ['contract', 'server', 'scripts', 'e2e', 'bench'] },
];

const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) ||
  /\/testing\//.test(file) ||
  file.endsWith('/fixtures.ts') ||
  file.endsWith('test-folders.ts');
const within = (target: string, places: readonly string[]): boolean =>
  places.some((place) => target === place || target.startsWith(`${place}/`));
const part = (file: string, at: number): string => file.split('/')[at] ?? '';

/** True where the target is an open part of a feature before the file's own. */
function isOpenToLater(file: string, target: string): boolean {
  if (!within(target, ['server/features'])) return false;
  const own = layers.indexOf(part(file, 2) as never);
  const other = layers.indexOf(part(target, 2) as never);
  const name = target.split('/').slice(3).join('/');
  // The content core is made for the features after it; its own wiring is not.
  const isOpen = open.test(name) || (part(target, 2) === 'content' && name !== 'feature.ts');
  return other >= 0 && other < own && isOpen;
}

/** Why a file may not import a target, in words; null when it may. */
export function importRuleOf(file: string, { target, typeOnly }: Import): string | null {
  const isOurs = within(target, ['contract', 'server', 'web', 'scripts', 'e2e', 'bench']);
  // Tests of the server make what they need; those of the contract and the browser load what they test.
  if (isTest(file) && within(file, ['server']))
    return !isOurs || within(target, ['contract', 'server', 'scripts'])
      ? null
      : 'server tests import server and contract';
  if (isTest(file) && (within(file, ['contract']) || (within(file, ['web']) && within(target, ['contract']))))
    return null;
  if (within(file, ['server']) && isTest(target)) return 'only tests import tests and fixtures';
  const rule = importRules.find(({ from }) => within(file, from));
  if (!rule) return null;
  const { may, types = [], itself, also, packages } = rule;
  if (!isOurs) return packages && !packages.includes(target) ? `of packages only ${packages.join(', ')}` : null;
  if (within(target, may) || (typeOnly && within(target, types))) return null;
  if (
    itself &&
    part(file, 0) === part(target, 0) &&
    part(file, 1) === part(target, 1) &&
    part(file, 2) === part(target, 2)
  )
    return null;
  if (also?.allows(file, target)) return null;
  return `${rule.from.join(', ')} may import ${wordsOf(rule)}`;
}

/** A rule's right side, for people. */
function wordsOf({ may, types, itself, also, packages }: ImportRule): string {
  const isPlain = plainContract.every((file) => may.includes(file));
  const values = isPlain ? may.filter((place) => !plainContract.includes(place)) : may;
  const quoted = (places: readonly string[]): string => places.map((place) => `\`${place}\``).join(', ');
  return [
    ...(itself ? ['itself'] : []),
    quoted(values),
    ...(also ? [also.about] : []),
    ...(isPlain ? ['plain values of `contract`'] : []),
    ...(types ? [`types of ${quoted(types)}`] : []),
    ...(packages ? [`of packages only ${quoted(packages)}`] : []),
  ].join('; ');
}

/** The rules as a part of ARCHITECTURE.md: the table, what the browser may load of the contract, the order of features. */
function importTable(): string {
  const rows = importRules.map((rule) => {
    const from = rule.from.map((place) => `\`${place}\``).join(', ');
    return `| ${from}${rule.from[0] === 'server' || rule.from[0] === 'web' ? ', all else' : ''} | ${wordsOf(rule)} |`;
  });
  const plain = plainContract.map((file) => `\`${file.slice('contract/'.length)}\``).join(', ');
  return [
    '| from | may import |',
    '|---|---|',
    ...rows,
    '',
    `Tests of the server may import all of \`contract\`, \`server\` and \`scripts\`; fixtures and folders named \`testing\` are for tests alone.`,
    '',
    `The plain values of \`contract\`, which the browser loads at run time: ${plain}. Of the other files it takes types only: they would bring the validation library along.`,
    '',
    `The order of features, first to last: ${layers.map((layer) => `\`${layer}\``).join(', ')}.`,
  ].join('\n');
}

/** Around the part of ARCHITECTURE.md that is made from the rules. */
const marks = ['<!-- imports: npm run import-table -->', '<!-- /imports -->'] as const;

/** ARCHITECTURE.md with the rules as they are. @throws when the marks are missing */
export function withImportTable(document: string): string {
  const [begin, end] = marks.map((mark) => document.indexOf(mark)) as [number, number];
  if (begin < 0 || end < begin) throw new Error(`ARCHITECTURE.md lacks ${marks.join(' … ')}.`);
  return `${document.slice(0, begin + marks[0].length)}\n${importTable()}\n${document.slice(end)}`;
}

/** Circles of imports that exist at run time, each as its files in order. */
export function importCycles(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
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
