import { tanstackRouter } from '@tanstack/router-plugin/vite';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { oldestBrowsers } from './scripts/bundle/browsers.ts';
import { chunkGroups } from './scripts/bundle/chunks.ts';
import { contractTables } from '#scripts/bundle/contract-tables.ts';
import { icons } from './scripts/bundle/icons.ts';
import { inlineScripts } from './scripts/bundle/inline-script.ts';
import { bundledPackages } from './scripts/bundle/packages.ts';
import { serviceWorker } from './scripts/bundle/service-worker.ts';

/** One build for both sides: the browser's files to dist/client, the server (pages and all) to dist/server. */
export default defineConfig(({ command }) => ({
  plugins: [
    // In development Node loads them whole.
    ...(command === 'build' ? [icons()] : []),
    contractTables(command !== 'build'),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // One file for all that a page shows and reads: what every page starts with has its address and its head alone.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      routesDirectory: './site/web/routes',
      generatedRouteTree: './site/web/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    serviceWorker(),
    inlineScripts(),
    bundledPackages(),
  ],
  publicDir: 'site/web/public',
  // The icons' shapes are lucide's; how one becomes an element is ours (see the file). In development Node loads them whole.
  ...(command === 'build' && {
    resolve: {
      alias: [
        // React has had it since 18.
        {
          find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
          replacement: 'use-sync-external-store/with-selector',
        },
        {
          find: /^\.\.\/createLucideIcon\.mjs$/,
          replacement: fileURLToPath(new URL('platform/web/ui/graphics/lucide-icon.tsx', import.meta.url)),
        },
      ],
    },
  }),
  // React's development half must not be in the server's bundle, whatever the environment says at run time.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        target: [...oldestBrowsers],
        manifest: true,
        modulePreload: { polyfill: false },
        // The content security policy allows no fonts or scripts out of `data:`.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'site/web/entry-client.tsx',
          output: {
            // Every page holds the names of all files: those of shared parts name all their users, a hundred characters each,
            // and nothing compresses a hash. 42 bits are enough to distinguish two builds of one file.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
            codeSplitting: {
              groups: chunkGroups(fileURLToPath(new URL('site/web/entry-client.tsx', import.meta.url))),
            },
          },
        },
      },
    },
    ssr: {
      // In development Node loads the libraries itself: Vite cannot run CommonJS ones.
      ...(command === 'build' && {
        resolve: { noExternal: true as const, external: ['pg-native', 'sharp', 'vite'] },
      }),
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'esnext',
        minify: false,
        rolldownOptions: {
          input: {
            main: 'site/server/main.ts',
            looproom: 'scripts/looproom.ts',
            demo: 'scripts/demo/running/site.ts',
            'entry-server': 'site/web/entry-server.tsx',
            'media-worker': 'platform/server/media/audio/analysis-worker.ts',
            'archive-worker': 'platform/server/archive/analyse-worker.ts',
            'bunzip-worker': 'platform/server/archive/bunzip-worker.ts',
          },
          // Flat: the processing of sounds and archives finds its threads beside themselves.
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments.client!);
      await builder.build(builder.environments.ssr!);
    },
  },
}));
