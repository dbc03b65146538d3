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
  // Updates named imports too.
  syncBuiltinESMExports();
}

hashBy(cheap);

/** Hashes as a real site does while something is done: for hashes that were made elsewhere. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
  const before = crypto.scrypt;
  hashBy(real);
  try {
    return await work();
  } finally {
    hashBy(before);
  }
}

/**
 * The passwords that are hashed while something is done, each as the cost that a real site pays for it: scrypt's N times r
 * times p. What something costs, without a clock.
 */
export async function costsDuring(work: () => Promise<unknown>): Promise<number[]> {
  const before = crypto.scrypt as unknown as typeof cheap;
  const costs: number[] = [];
  hashBy((...given: Parameters<typeof cheap>) => {
    const { N = 1, r = 1, p = 1 } = given[3];
    costs.push(N * r * p);
    before(...given);
  });
  try {
    await work();
  } finally {
    hashBy(before);
  }
  return costs;
}

/** How many passwords are hashed while something is done. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  return (await costsDuring(work)).length;
}
