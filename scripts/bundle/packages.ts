import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What `bundledPackages` leaves in a build's folder: `name@version` of every package whose code is in it. */
export const packagesFile = 'packages.json';

/** The folder of the package that a module belongs to; null for a module of our own. */
const folderOf = (id: string): string | null =>
  /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replace(/^\0/, ''))?.[1] ?? null;

/** Writes the names of the packages that a build holds beside its files: what an audit and a bill of materials are about. */
export function bundledPackages(): Plugin {
  return {
    name: 'bundled-packages',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'ssr',
    writeBundle({ dir }, bundle) {
      const ids = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => path.resolve(name)),
      );
      const folders = new Set(ids.flatMap((id) => folderOf(id) ?? []));
      const names = [...folders].map((folder) => {
        const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
          name: string;
          version: string;
        };
        return `${name}@${version}`;
      });
      writeFileSync(path.join(dir!, '..', `${path.basename(dir!)}-${packagesFile}`), JSON.stringify(names.toSorted()));
    },
  };
}
