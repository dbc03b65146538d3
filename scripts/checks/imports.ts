import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { layers } from './layers.ts';

/** One import of a file, resolved. */
export interface Import {
  /** Path from the package's folder, or a package's name. */
  readonly target: string;
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** True for `import(…)`: it runs later, when it is reached. */
  readonly dynamic: boolean;
}

const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  [...layers, 'scripts'].map((folder) => [`#${folder}/`, `${folder}/`]),
);

/**
 * Reads the imports of a file.
 * @param file path from the package's folder, with `/`
 * @throws when the file cannot be parsed
 */
export function importsOf(file: string, text: string = readFileSync(file, 'utf8')): Import[] {
  const { module, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  const imports: Import[] = [];
  const add = (target: string, typeOnly: boolean, dynamic = false): void => {
    imports.push({ target: resolve(file, target), typeOnly, dynamic });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (literal !== undefined) add(literal, false, true);
  }
  return imports;
}

function resolve(from: string, target: string): string {
  for (const [alias, folder] of Object.entries(aliases)) {
    if (target.startsWith(alias)) return path.posix.normalize(folder + target.slice(alias.length)).replace(/\?.*$/, '');
  }
  return target.startsWith('.') ? path.posix.join(path.posix.dirname(from), target).replace(/\?.*$/, '') : target;
}
