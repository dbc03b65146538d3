import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * In a process that has loaded this, hashing a password is cheap: a tenth of a second each, hundreds of times, proves
 * nothing in most tests. A hash made here is none elsewhere; a world's database does not leave its process.
 */
const real = crypto.scrypt;

/** As `scrypt`, at a two thousandth of the cost that is asked for. */
function cheap(
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void {
  real(password, salt, length, { ...options, N: 8 }, done);
}

function hashBy(scrypt: unknown): void {
  crypto.scrypt = scrypt as typeof crypto.scrypt;
  // Modules that import it by its name get it too.
  syncBuiltinESMExports();
}

hashBy(cheap);

/** Does something at the cost that a real site pays, where the cost is what is tested. */
export async function atRealCost<T>(work: () => Promise<T>): Promise<T> {
  hashBy(real);
  try {
    return await work();
  } finally {
    hashBy(cheap);
  }
}

/** How many passwords are hashed while something is done: what it costs, without a clock. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const before = crypto.scrypt as unknown as typeof cheap;
  let count = 0;
  hashBy((...given: Parameters<typeof cheap>) => {
    count++;
    before(...given);
  });
  try {
    await work();
  } finally {
    hashBy(before);
  }
  return count;
}
