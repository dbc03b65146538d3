import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { classicScript } from './inline-script.ts';

/** The address of the service worker: at the root, because its scope must cover every page. */
const FILE = 'service-worker.js';

/**
 * The service worker as browsers take it: a classic script that fetches nothing else.
 * @param build another text for each build: browsers install a worker again when its bytes differ
 */
export const serviceWorkerScript = async (build: string): Promise<string> =>
  `const BUILD = ${JSON.stringify(build)};\n${await classicScript('site/web/service-worker.ts')}`;

/** A name for a build: a sum of the names of its files, which have sums of their contents. */
const buildOf = (files: readonly string[]): string =>
  createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 12);

/** Adds the service worker to the browser's files, in the build and in development. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        serviceWorkerScript('development').then(
          (script) => response.setHeader('content-type', 'text/javascript').end(script),
          next,
        );
      });
    },
    async generateBundle(_options, bundle) {
      const source = await serviceWorkerScript(buildOf(Object.keys(bundle)));
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };
}
