import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Problem } from '#platform/contract/errors.ts';
import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { type RouteManifest, builtManifest, developmentManifest } from './manifest.ts';

/** A rendered page. `location` is where a redirect leads, null for a page. */
interface Rendered {
  readonly status: number;
  readonly location: string | null;
  /** Which page it is, by the pattern of its address. */
  readonly route: string;
  readonly html: string;
}

/** The page renderer, as the web side's server entry exports it. Loaded at run time: the server imports nothing of web. */
interface WebEntry {
  render(page: {
    request: Request;
    transport: (key: string, input: never) => Promise<unknown>;
    nonce: string;
    manifest: RouteManifest;
  }): Promise<Rendered>;
  readonly bootScript: string;
  readonly CallError: new (problem: Problem) => Error;
}

export interface Renderer {
  render(page: {
    request: Request;
    transport: (key: string, input: { params?: unknown; query?: unknown; body?: unknown }) => Promise<unknown>;
    nonce: string;
    manifest: RouteManifest;
  }): Promise<Rendered>;
  readonly bootScript: string;
  readonly manifest: RouteManifest;
  /** An error as the web app's client throws it. */
  callError(problem: Problem): Error;
}

/** The built pages have not been made yet. */
export class NotBuilt extends Error {
  override name = 'NotBuilt';
}

const entryOf = (root: string): string => pathToFileURL(path.join(root, 'dist/server/entry-server.js')).href;

/** Preloads the built pages while the start waits for the database. A failure appears where they are used. */
export function preloadRenderer({ development, root }: Config): void {
  if (!development) import(entryOf(root)).catch(() => {});
}

/** The renderer: built files, or Vite with reloading in development. @throws {NotBuilt} */
export async function loadRenderer(app: FastifyInstance, ctx: Context): Promise<Renderer> {
  const { root } = ctx.config;
  if (ctx.config.development) return await developmentRenderer(app, root);
  let manifest: RouteManifest;
  try {
    manifest = builtManifest(readFileSync(path.join(root, 'dist/client/.vite/manifest.json'), 'utf8'));
  } catch (error) {
    throw new NotBuilt('The pages are not built: run `npm run build` first (npm start and npm run demo do it).', {
      cause: error,
    });
  }
  const entry = (await import(entryOf(root))) as WebEntry;
  return rendererOf(async () => entry, manifest, entry.bootScript);
}

async function developmentRenderer(app: FastifyInstance, root: string): Promise<Renderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, next) => {
    if (/^\/(api|dev|files|healthz|readyz|metrics)(\/|$|\?)/.test(request.url)) next();
    else vite.middlewares(request.raw, reply.raw, () => next());
  });
  const load = async (): Promise<WebEntry> => (await vite.ssrLoadModule('/site/web/entry-server.tsx')) as WebEntry;
  return rendererOf(load, developmentManifest, (await load()).bootScript);
}

function rendererOf(load: () => Promise<WebEntry>, manifest: RouteManifest, bootScript: string): Renderer {
  let Thrown: WebEntry['CallError'] | undefined;
  return {
    manifest,
    bootScript,
    async render(page) {
      const entry = await load();
      Thrown = entry.CallError;
      return await entry.render(page);
    },
    callError: (problem) => (Thrown ? new Thrown(problem) : new Error(problem.detail)),
  };
}
