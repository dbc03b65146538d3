import { readFile } from 'node:fs/promises';

let held: Promise<WebAssembly.Module> | null = null;

/**
 * Holds the embedded engine's compiled code for as long as this process lives. Threads share what V8 has compiled of the
 * same bytes while anybody holds it: each further database of the process begins with the code of those before it, as fast
 * as they have made it, instead of compiling for half a second.
 */
export async function holdEngine(): Promise<void> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  held ??= readFile(file).then((bytes) => WebAssembly.compile(bytes));
  await held;
}
