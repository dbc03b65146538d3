import type { Plugin } from 'vite';
import { contract } from '#site/contract/contract.ts';
import { failures } from '#site/contract/failures.ts';
import { bodyFacts } from '#site/contract/field-facts.ts';
import { sharingTypes } from '#content/core/contract/shared-kinds.ts';

const TABLE = '#site/contract/';
/** Below `contract`, so that they go where modules of the contract go (`chunks.ts`). */
const APART = '\0/site/contract/';

/** All types of what members share have the same endpoints, and pages name those of one (`endpoints.ts`). */
const sharingPaths = Object.values(sharingTypes).map(({ path }) => path);
const alike = (key: string): string[] => {
  const own = sharingPaths.find((path) => key.includes(` ${path}`));
  return own === undefined ? [key] : sharingPaths.map((path) => key.replace(own, path));
};

const keys = Object.keys(contract);

/** What pages hold of the contract: the value of an endpoint, and the module's code around the table. */
const tables = {
  failures: { of: (key: string): unknown => failures[key], code: 'export const failures = table;' },
  'field-facts': { of: bodyFacts, code: 'export const bodyFacts = (key) => table[key] ?? {};' },
} as const;
type Table = keyof typeof tables;

const tablePath = /[\\/]site[\\/]contract[\\/](failures|field-facts)\.ts$/;
const isOurs = (id: string): boolean => /[\\/]web[\\/]/.test(id) && !id.includes('node_modules');

/** The endpoints that a text names: `'POST /forum/posts'`, and all that begin so of `` `PUT /profile-settings/${name}` ``. */
function endpointsIn(code: string): string[] {
  const named = [...code.matchAll(/['`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'`$\s]*)(['`$])/g)];
  return keys.filter((key) =>
    named.some(([, name = '', end]) => (end === '$' ? key.startsWith(name) : alike(name).includes(key))),
  );
}

/** The first arguments of all calls of `useForm`. @throws {Error} for one that names no endpoint: its facts would be missing */
function formsIn(code: string): string {
  const keysOf = [...code.matchAll(/\buseForm\(([^,]*),/g)].map(([, first = '']) => first);
  const unnamed = keysOf.find((first) => endpointsIn(first).length === 0);
  if (unnamed !== undefined) throw new Error(`useForm(${unnamed.trim()}) must write out its endpoint`);
  return keysOf.join(' ');
}

/**
 * Gives the browser the failure toasts and the facts of forms' fields without the contract and its validation library.
 * In the build an endpoint's are in the modules that name it (2.5 KB less on every page); they are there before it is
 * called: without a network nothing could be fetched any more. @param isWhole one table for all pages, in development
 */
export function contractTables(isWhole: boolean): Plugin {
  return {
    name: 'looproom:contract-tables',
    enforce: 'pre',
    // The server has those of every endpoint.
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) =>
      id.startsWith(TABLE) && id.includes('.ts?') ? id.replace(TABLE, APART).replace('.ts?', '/') : null,
    load(id) {
      const table = tablePath.exec(id)?.[1] as Table | undefined;
      if (table !== undefined) {
        // In the build the table begins empty; each page fills in what it names.
        const { of, code } = tables[table];
        const whole = Object.fromEntries(isWhole ? keys.map((key) => [key, of(key)]) : []);
        return { code: `export const table = ${JSON.stringify(whole)};\n${code}`, map: null };
      }
      if (!id.startsWith(APART)) return null;
      const [name, key] = id.slice(APART.length).split('/').map(decodeURIComponent) as [Table, string];
      const value = JSON.stringify(tables[name].of(key));
      const code = `import { table } from '${TABLE}${name}.ts';\ntable[${JSON.stringify(key)}] = ${value};`;
      return { code, moduleSideEffects: true };
    },
    transform(code, id) {
      if (isWhole || !isOurs(id)) return null;
      const used = [
        ...endpointsIn(code).flatMap((key) => (failures[key] ? [`failures.ts?${encodeURIComponent(key)}`] : [])),
        ...endpointsIn(formsIn(code)).map((key) => `field-facts.ts?${encodeURIComponent(key)}`),
      ];
      if (used.length === 0) return null;
      return { code: code + used.map((one) => `\nimport '${TABLE}${one}';`).join(''), map: null };
    },
  };
}
