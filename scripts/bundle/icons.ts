import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const folder = path.dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'));
const esm = path.join(folder, 'dist/esm');

/** Which file has the icon of a name. */
function filesOfNames(): Map<string, string> {
  const files = new Map<string, string>();
  const list = readFileSync(path.join(esm, 'lucide-react.mjs'), 'utf8');
  for (const [, names = '', file = ''] of list.matchAll(/^export \{ (.+) \} from '(\.\/icons\/[\w-]+\.mjs)';$/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, path.join(esm, file));
  return files;
}

/**
 * Icons by their own files instead of the list of all, so that each goes with the pages that show it, and without the
 * keys of their lines, which our drawing of them does not use (`platform/web/ui/graphics/lucide-icon.tsx`) and nothing compresses.
 */
export function icons(): Plugin {
  const files = filesOfNames();
  const importOf = (name: string): string => {
    const [, icon = '', own = icon] = /^(\w+)(?: as (\w+))?$/.exec(name) ?? [];
    const file = files.get(icon);
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}.`);
    return `import ${own} from ${JSON.stringify(file)};`;
  };
  return {
    name: 'looproom:icons',
    enforce: 'pre',
    transform(code, id) {
      if (id.startsWith(path.join(esm, 'icons'))) return { code: code.replaceAll(/,\s*key: "\w+"/g, ''), map: null };
      if (id.includes('node_modules') || !code.includes(`'lucide-react'`)) return null;
      const direct = code.replaceAll(/^import \{([^}]+)\} from 'lucide-react';/gm, (whole: string, list: string) => {
        const names = list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '');
        const types = names.filter((name) => name.startsWith('type '));
        const typeImports = types.length === 0 ? '' : `import { ${types.join(', ')} } from 'lucide-react';`;
        // On as many lines as it was, for who reads a trace.
        return (
          typeImports +
          names
            .filter((name) => !types.includes(name))
            .map(importOf)
            .join('') +
          '\n'.repeat(whole.split('\n').length - 1)
        );
      });
      return direct === code ? null : { code: direct, map: null };
    },
  };
}
