import { registerHooks } from 'node:module';

/**
 * Finds modules where they plainly are, for tests whose modules Node loads itself. Node reads the package's
 * `package.json` for each import, and that of drizzle-orm has 180 kB: a third of the time to load the program.
 */
const root = new URL('../../', import.meta.url).href;
const packages = `${root}node_modules/`;
const drizzle = `${packages}drizzle-orm/`;
/** Addresses of packages by their names: all files of the project have the same ones. */
const known = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (parent.startsWith(packages))
      return parent.startsWith(drizzle) && parent.endsWith('.js') && /^\.\.?\/.*\.js$/.test(specifier)
        ? { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true }
        : next(specifier, context);
    if (!parent.startsWith(root)) return next(specifier, context);
    if (/^(?:\.\.?|#(?:platform|people|content|features|site|scripts))\/[^?]*\.ts$/.test(specifier)) {
      const url = specifier.startsWith('#') ? root + specifier.slice(1) : new URL(specifier, parent).href;
      return { url, format: 'module-typescript', shortCircuit: true };
    }
    if (!/^[@a-z][^:?]*$/.test(specifier)) return next(specifier, context);
    const url = known.get(specifier);
    if (url !== undefined) return { url, shortCircuit: true };
    const result = next(specifier, context);
    known.set(specifier, result.url);
    return result;
  },
});
