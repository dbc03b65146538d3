import type { Plugin } from 'vite';
import { failures } from '#site/contract/failures.ts';
import { sharingTypes } from '#content/core/contract/shared-kinds.ts';

const FAILURE = '#site/contract/failures.ts?';
/** Below `contract`, so that they go where modules of the contract go (`chunks.ts`). */
const APART = '\0/site/contract/failures/';

/** All types of what members share have the same endpoints, and pages name those of one (`endpoints.ts`). */
const sharingPaths = Object.values(sharingTypes).map(({ path }) => path);
const alike = (key: string): string[] => {
  const own = sharingPaths.find((path) => key.includes(` ${path}`));
  return own === undefined ? [key] : sharingPaths.map((path) => key.replace(own, path));
};

const isTable = /[\\/]contract[\\/]failures\.ts$/;
const isOurs = (id: string): boolean => /[\\/]web[\\/]/.test(id) && !id.includes('node_modules');

/**
 * Gives the browser the failure toasts without the contract and its validation library. In the build a toast is in the
 * modules that name its endpoint (2.5 KB less on every page); it is there before the endpoint is called: without a
 * network nothing could be fetched any more. @param isWhole one table for all pages, in development
 */
export function failureToasts(isWhole: boolean): Plugin {
  const keys = isWhole ? [] : Object.keys(failures);
  return {
    name: 'looproom:failures',
    enforce: 'pre',
    // The server shows the texts of every endpoint.
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id.startsWith(FAILURE) ? APART + id.slice(FAILURE.length) : null),
    load(id) {
      // In the build the table begins empty; each page fills in what it names.
      if (isTable.test(id))
        return { code: `export const failures = ${JSON.stringify(isWhole ? failures : {})};`, map: null };
      if (!id.startsWith(APART)) return null;
      const key = decodeURIComponent(id.slice(APART.length));
      const code = `import { failures } from '#site/contract/failures.ts';\nfailures[${JSON.stringify(key)}] = ${JSON.stringify(failures[key])};`;
      return { code, moduleSideEffects: true };
    },
    transform(code, id) {
      if (!isOurs(id)) return null;
      // `'POST /forum/posts'`, and all that begin so of `` `PUT /profile-settings/${name}` ``.
      const named = [...code.matchAll(/['`]((?:GET|POST|PUT|PATCH|DELETE) \/[^'`$\s]*)(['`$])/g)];
      const used = keys.filter((key) =>
        named.some(([, name = '', end]) => (end === '$' ? key.startsWith(name) : alike(name).includes(key))),
      );
      if (used.length === 0) return null;
      return { code: code + used.map((key) => `\nimport '${FAILURE}${encodeURIComponent(key)}';`).join(''), map: null };
    },
  };
}
