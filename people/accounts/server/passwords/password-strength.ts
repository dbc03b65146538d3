import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Characters of a password that are estimated: the work grows faster than the length. */
export const ESTIMATED_CHARACTERS = 24;
/** Substitutions such as `4` for `a` that are tried in one password: each may double the work. */
const SUBSTITUTIONS = 8;

let factory: Promise<ZxcvbnFactory> | null = null;

/** The estimator with its dictionaries, some 60 MB: loaded with the first password that is set, not with the site. */
function estimator(): Promise<ZxcvbnFactory> {
  factory ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(
    ([core, common, english]) =>
      new core.ZxcvbnFactory({
        dictionary: { ...common.dictionary, ...english.dictionary },
        graphs: common.adjacencyGraphs,
        maxLength: ESTIMATED_CHARACTERS,
        l33tMaxSubstitutions: SUBSTITUTIONS,
      }),
  );
  // A failed load is tried again with the next password.
  factory.catch(() => (factory = null));
  return factory;
}

/**
 * How many guesses somebody needs who knows common passwords, words, names, dates, keyboards and this member.
 * Estimates the first `ESTIMATED_CHARACTERS` alone; later ones only add to it.
 * @param own words that belong to the member or the site
 */
export async function guessesFor(password: string, own: readonly string[]): Promise<number> {
  return (await estimator()).check(password.slice(0, ESTIMATED_CHARACTERS), [...own]).guesses;
}
