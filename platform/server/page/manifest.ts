/** Files of each route, as the router's server side takes them. */
export interface RouteManifest {
  readonly routes: Record<
    string,
    { preloads?: string[]; css?: string[]; scripts?: { attrs: Record<string, string | boolean>; children?: string }[] }
  >;
}

interface BuiltFile {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Reads Vite's manifest: the entry's files for every page, and what each route adds. */
export function builtManifest(text: string): RouteManifest {
  const built = JSON.parse(text) as Record<string, BuiltFile>;
  const entry = Object.values(built).find((file) => file.isEntry);
  if (!entry) throw new Error('The build has no entry.');
  const shared = filesBelow(built, entry);
  const isOwn = (file: BuiltFile): boolean => !shared.includes(file);
  const stylesOf = (files: readonly BuiltFile[]): string[] => [
    ...new Set(files.flatMap((file) => (file.css ?? []).map((css) => `/${css}`))),
  ];
  const routes: RouteManifest['routes'] = {
    __root__: {
      preloads: shared.map(({ file }) => `/${file}`),
      css: stylesOf(shared),
      scripts: [{ attrs: { type: 'module', async: true, src: `/${entry.file}` } }],
    },
  };
  for (const [source, file] of Object.entries(built)) {
    const name = /^site\/web\/routes\/(.+)\.tsx\?tsr-split=component\b/.exec(source)?.[1];
    if (name === undefined || name === '__root') continue;
    const ownFiles = filesBelow(built, file).filter(isOwn);
    routes[routeId(name)] = { preloads: ownFiles.map((below) => `/${below.file}`), css: stylesOf(ownFiles) };
  }
  return { routes };
}

/** `forum.post.$postId` → `/forum/post/$postId`; `forum.index` → `/forum/`. */
function routeId(name: string): string {
  if (name === 'index') return '/';
  return `/${name.replace(/\.index$/, '/').replaceAll('.', '/')}`;
}

/** A file with all that it imports. */
function filesBelow(built: Record<string, BuiltFile>, from: BuiltFile, seen = new Set<BuiltFile>()): BuiltFile[] {
  if (seen.has(from)) return [...seen];
  seen.add(from);
  for (const name of from.imports ?? []) {
    const next = built[name];
    if (next) filesBelow(built, next, seen);
  }
  return [...seen];
}

/** In development Vite serves the sources and reloads what changes. */
export const developmentManifest: RouteManifest = {
  routes: {
    __root__: {
      css: [
        '/platform/web/styles/main.css',
        '/platform/web/styles/player.css',
        '/people/profiles/web/appearance/appearance.css',
        '/platform/web/ui/graphics/masonry.css',
        '/platform/web/ui/graphics/stage.css',
        '/features/customization/web/settings.css',
      ],
      scripts: [
        {
          attrs: { type: 'module' },
          children:
            "import R from '/@react-refresh';R.injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(t)=>t",
        },
        { attrs: { type: 'module', src: '/@vite/client' } },
        { attrs: { type: 'module', src: '/site/web/entry-client.tsx' } },
      ],
    },
  },
};
