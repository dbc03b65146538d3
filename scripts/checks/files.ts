/** Files that may name a colour of their own, each for a reason. */
const colourPlaces: readonly { readonly file: RegExp; readonly why: string }[] = [
  { file: /^platform\/web\/styles\//, why: 'the tokens' },
  { file: /\/contract\/(ranks|limits|[a-z]+-limits)\.ts$/, why: 'colours that are data: ranks, and the default glow' },
  { file: /^platform\/server\/mail\/render\.ts$/, why: 'mail programs know no stylesheet' },
  { file: /^platform\/server\/http\/operator-pages\.ts$/, why: 'pages without the built styles' },
  { file: /\/server\/tables\.ts$/, why: 'the default of a column that the specification names' },
  { file: /^platform\/server\/http\/openapi\/sample\.ts$/, why: 'samples of the API description' },
  { file: /^site\/web\/public\//, why: 'the icon stands outside every page' },
  { file: /^features\/previews\/server\/colors\.ts$/, why: 'pictures that are drawn on the server' },
  { file: /^platform\/contract\/(contrast|site-colors)\.ts$/, why: 'they compute with colours' },
  { file: /(\.test\.tsx?|\.spec\.ts)$|\/testing\//, why: 'tests name what they expect' },
  { file: /^people\/profiles\/web\/appearance\/palette\.ts$/, why: 'it computes with the colours of members' },
  {
    file: /^people\/profiles\/web\/appearance\/(effects\/\w+\.ts|decorations\/[\w-]+\.svg)$/,
    why: 'drawings: fire is fire whatever the colours of the profile',
  },
  { file: /^bench\/profile-effects\.ts$/, why: 'what members chose' },
  { file: /^features\/embeds\/server\/player\.ts$/, why: 'a page of its own, which loads none of the styles' },
];
const colour = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/gi;

/** Colours in a text, outside comments. A `#` before a name of letters only, such as `#feed`, may be an anchor. */
export function rawColours(file: string, text: string): string[] {
  if (colourPlaces.some((place) => place.file.test(file))) return [];
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
  return [...code.matchAll(colour)].map((match) => match[0]).filter((color) => color.length >= 7 || /\d/.test(color));
}

/** Tests that are skipped or focused; `skipIf` with a condition is fine. */
export function leftOutTests(text: string): string[] {
  return [...text.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|fixme|todo)\b/g)].map((match) => match[0]);
}

/** Paths of one machine, and registry hosts, which do not belong into the tree. */
export function machineMarks(text: string): string[] {
  const marks = [
    /(?<![\w.])\/(?:home|Users|root)\/[\w.-]+/g,
    /(?<![\w.])\/work\/(?:main|shared)\b/g,
    /\b[A-Z]:\\Users\\/g,
    /https?:\/\/registry\.[\w.-]+/g,
  ];
  return marks.flatMap((mark) => [...text.matchAll(mark)].map((match) => match[0]));
}

/** Files that a feature must have and does not. @param files names below its folder */
export function missingFeatureFiles(feature: string, files: readonly string[]): string[] {
  const has = (name: string): boolean => files.includes(name);
  const missing: string[] = [];
  if (!has('feature.ts')) missing.push('feature.ts');
  const stores = files.some(
    (name) => /^(.+-)?store\.ts$/.test(name) || name === 'actions.ts' || name === 'versions.ts',
  );
  if (has('tables.ts') && !stores) missing.push('store.ts (it has tables)');
  if (!files.some((name) => name.endsWith('.test.ts'))) missing.push(`${feature}.test.ts`);
  return missing;
}

/** More files than this are too many to read in one list. */
const FOLDER_FILES = 25;

/** Folders with a file for each feature, address, journey or migration, which a reader finds by its name. */
const lists = new Set(['site/migrations', 'site/web/routes', 'e2e']);

/** @returns folders with too many files of their own, with their numbers; those of one file a name are left out */
export function largeFolders(files: readonly string[]): { folder: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, count]) => ({ folder, count }))
    .filter(({ folder, count }) => count > FOLDER_FILES && !lists.has(folder));
}
