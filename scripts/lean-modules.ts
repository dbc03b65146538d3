import type { Plugin } from 'vite';
import { failures } from '#contract/failures.ts';
import * as limits from '#contract/limits.ts';

const LIMITS = '#contract/limits.ts';
const FAILURE = '#contract/failures.ts?';
const constants: Readonly<Record<string, unknown>> = { ...limits };
const words: Readonly<Record<string, object>> = failures;
/** Below `contract`, so that they go where modules of the contract go (`chunks.ts`). */
const apart = { limits: '\0/contract/limits/', failures: '\0/contract/failures/' };

const isOurs = (id: string): boolean => /[\\/]web[\\/]/.test(id) && !id.includes('node_modules');

/**
 * Makes what every page carries smaller, in the build alone: what the whole site has in one file goes with the pages that
 * use it.
 */
export function leanModules(): Plugin[] {
  return [limitsApart(), failuresApart(), oneImporter()];
}

/** Each constant of `contract/limits.ts` becomes a module of its own. */
function limitsApart(): Plugin {
  const isPlain = (name: string): boolean => name in constants && isData(constants[name]);
  return {
    name: 'looproom:limits',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(`${LIMITS}?`) ? apart.limits + id.slice(LIMITS.length + 1) : null),
    load(id) {
      const name = id.startsWith(apart.limits) ? id.slice(apart.limits.length) : '';
      return isPlain(name) ? `export const ${name} = ${JSON.stringify(constants[name])};` : null;
    },
    transform(code, id) {
      if (!isOurs(id) || !code.includes(`'${LIMITS}'`)) return null;
      const split = code.replaceAll(/^import \{([^}]+)\} from '#contract\/limits\.ts';/gm, (whole, list: string) => {
        const names = list.split(',').flatMap((name) => name.trim() || []);
        const rest = names.filter((name) => !isPlain(name));
        const imports = [
          ...(rest.length > 0 ? [`import { ${rest.join(', ')} } from '${LIMITS}';`] : []),
          ...names.filter(isPlain).map((name) => `import { ${name} } from '${LIMITS}?${name}';`),
        ];
        // As many lines as there were.
        return imports.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
      });
      return { code: split, map: null };
    },
  };
}

/**
 * The words for a door that cannot be reached go with the modules that name the door, and are there before they call it:
 * without a network nothing could be fetched any more.
 */
function failuresApart(): Plugin {
  const keys = Object.keys(failures);
  return {
    name: 'looproom:failures',
    enforce: 'pre',
    // The server shows the words of every door.
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id.startsWith(FAILURE) ? apart.failures + id.slice(FAILURE.length) : null),
    load(id) {
      if (!id.startsWith(apart.failures)) return null;
      const key = decodeURIComponent(id.slice(apart.failures.length));
      const code = `import { failures } from '#contract/failures.ts';\nfailures[${JSON.stringify(key)}] = ${JSON.stringify(words[key])};`;
      return { code, moduleSideEffects: true };
    },
    transform(code, id) {
      if (/[\\/]contract[\\/]failures\.ts$/.test(id)) {
        const emptied = code.replace(/(export const failures[^=]*= \{).*?^\};/ms, '$1};');
        if (emptied === code) this.error('The table of failures was not found.');
        return { code: emptied, map: null };
      }
      if (!isOurs(id)) return null;
      // `'POST /forum/posts'`, and all that begin so of `` `PUT /profile-settings/${name}` ``.
      const named = [...code.matchAll(/['`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'`$\s]*)(['`$])/g)];
      const used = keys.filter((key) =>
        named.some(([, name = '', end]) => (end === '$' ? key.startsWith(name) : key === name)),
      );
      if (used.length === 0) return null;
      return { code: code + used.map((key) => `\nimport '${FAILURE}${encodeURIComponent(key)}';`).join(''), map: null };
    },
  };
}

/** The parts of a page are in one file, and fetched by one function: the router's plugin writes one for each part. */
function oneImporter(): Plugin {
  return {
    name: 'looproom:importers',
    enforce: 'post',
    transform(code, id) {
      if (!/[\\/]web[\\/]routes[\\/]/.test(id)) return null;
      const first = new Map<string, string>();
      const merged = code.replaceAll(
        /^const (\$\$split\w+Importer) = (\(\) => import\(["'][^"']+["']\));?$/gm,
        (whole, name: string, importer: string) => {
          const known = first.get(importer);
          if (known === undefined) first.set(importer, name);
          return known === undefined ? whole : `const ${name} = ${known};`;
        },
      );
      return merged === code ? null : { code: merged, map: null };
    },
  };
}

/** Comes back from JSON as it was. */
function isData(value: unknown): boolean {
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && JSON.stringify(JSON.parse(text)) === text;
}
