/** The candidates of a sound: features of each, and whether it is what the maker says. */
export interface Choice {
  readonly maker: string;
  readonly candidates: readonly { readonly features: readonly number[]; readonly isTrue: boolean }[];
}

/** Strength of the prior that weights are small, which keeps them from learning single loops by heart (ridge). */
const PRIOR = 3;
const STEPS = 4000;
const RATE = 0.1;

/**
 * Weights by which the true candidates score highest: a conditional logit model, by gradient descent on features of unit
 * variance. Makers count by the root of how many loops they have.
 */
export function fittedWeights(all: readonly Choice[]): number[] {
  const choices = all.filter(({ candidates }) => candidates.length > 1 && candidates.some(({ isTrue }) => isTrue));
  const rows = choices.flatMap(({ candidates }) => candidates.map(({ features }) => features));
  const deviations = rows[0]!.map((_, at) => {
    const mean = rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length;
    return Math.sqrt(rows.reduce((sum, row) => sum + (row[at]! - mean) ** 2, 0) / rows.length) || 1;
  });
  const scaled = choices.map(({ maker, candidates }) => ({
    importance: Math.sqrt(choices.length / choices.filter((one) => one.maker === maker).length),
    features: candidates.map(({ features }) => features.map((feature, at) => feature / deviations[at]!)),
    truths: candidates.map(({ isTrue }) => isTrue),
  }));
  const total = scaled.reduce((sum, { importance }) => sum + importance, 0);
  const weights = deviations.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight) => PRIOR * weight);
    for (const { importance, features, truths } of scaled) {
      const scores = features.map((row) => row.reduce((sum, feature, at) => sum + feature * weights[at]!, 0));
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const sum = powers.reduce((one, other) => one + other, 0);
      const right = powers.reduce((one, power, at) => one + (truths[at] ? power : 0), 0);
      for (const [index, row] of features.entries()) {
        const pull = powers[index]! / sum - (truths[index] ? powers[index]! / right : 0);
        for (const [at, feature] of row.entries()) slope[at]! += importance * pull * feature;
      }
    }
    for (const [at, value] of slope.entries()) weights[at]! -= (RATE * value) / total;
  }
  return weights.map((weight, at) => Math.round((100 * weight) / deviations[at]!) / 100);
}
