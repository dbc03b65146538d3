import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, minify, transformWithOxc } from 'vite';
import { packageRoot } from '#platform/server/config.ts';

const QUERY = '?inline';

/**
 * A source as a classic script without its types. It may import types only.
 * @param file from the package's folder
 */
export async function classicScript(file: string): Promise<string> {
  const whole = path.join(packageRoot(), file);
  const { code } = await transformWithOxc(readFileSync(whole, 'utf8'), whole);
  return code.replace(/^export \{\};?\s*$/m, '');
}

/** A source as one minified statement, which leaves no names behind. */
export async function inlineScript(file: string): Promise<string> {
  const { code, errors } = await minify(file, `(()=>{${await classicScript(file)}})()`, { module: false });
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return code.replace(/;\s*$/, '');
}

/** `import script from './boot.ts?inline'` is the text of that script, to be put into a page. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`.ts${QUERY}`)) return null;
      const file = path.relative(packageRoot(), id.slice(0, -QUERY.length));
      return { code: `export default ${JSON.stringify(await inlineScript(file))};`, moduleType: 'js', map: null };
    },
  };
}
