import type { Plugin } from 'vite';
import { classicScript } from './inline-script.ts';

/** Where the browser finds it: at the root, or it could not speak for every page. */
const FILE = 'service-worker.js';

/** The service worker as browsers take it: a classic script that fetches nothing else. */
export const serviceWorkerScript = (): Promise<string> => classicScript('web/service-worker.ts');

/** Adds the service worker to the browser's files, in the build and in development. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        serviceWorkerScript().then((script) => response.setHeader('content-type', 'text/javascript').end(script), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await serviceWorkerScript() });
    },
  };
}
