import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';
import { packageRoot } from '#server/config.ts';

/** Where the browser finds it: at the root, or it could not speak for every page. */
const FILE = 'service-worker.js';

/** The service worker as browsers take it: its source without the types, a classic script that fetches nothing else. */
export async function serviceWorkerScript(): Promise<string> {
  const file = path.join(packageRoot(), 'web/service-worker.ts');
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  return code.replace(/^export \{\};?\s*$/m, '');
}

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
