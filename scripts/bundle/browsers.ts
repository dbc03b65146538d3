/** The oldest browsers that the site is made for (docs/operating.md): the first with CSS `light-dark()`, or younger. */
export const oldestBrowsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'] as const;

/** What those browsers do not have, as it is written. The build translates syntax; it cannot translate these. */
const newer: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'URL.parse (use platform/web/lib/parse-url.ts)', pattern: /\bURL\.parse\(/ },
  { what: 'methods of iterators (spread them first)', pattern: /\.(?:entries|values|keys)\(\)\s*\.\w+\(/ },
  { what: 'Promise.try', pattern: /\bPromise\.try\(/ },
  { what: 'RegExp.escape', pattern: /\bRegExp\.escape\(/ },
  { what: 'Iterator', pattern: /\bIterator\.(?:from|concat)\(/ },
  { what: 'base64 of Uint8Array', pattern: /\.(?:fromBase64|toBase64|fromHex|toHex)\(/ },
  { what: 'Intl.DurationFormat', pattern: /\bIntl\.DurationFormat\b/ },
  { what: 'Math.sumPrecise', pattern: /\bMath\.sumPrecise\(/ },
  { what: 'moveBefore', pattern: /\.moveBefore\(/ },
  { what: 'Error.isError', pattern: /\bError\.isError\(/ },
];

/** Names of what a source for the browser uses and the oldest browsers do not have. @param text of a source */
export function newerThanBrowsers(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
  // `Object.entries(x).map` is of an array.
  const ofIterators = code.replaceAll(/\bObject\.(?:entries|values|keys)\(/g, 'array(');
  return newer.filter(({ pattern }) => pattern.test(ofIterators)).map(({ what }) => what);
}
