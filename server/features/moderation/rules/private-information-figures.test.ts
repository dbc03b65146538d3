import { expect, test } from 'vitest';
import { heldOut } from '#server/features/moderation/testing/private-texts-held-out.ts';
import { openHalf } from '#server/features/moderation/testing/private-texts-open.ts';
import type { Sample } from '#server/features/moderation/testing/private-texts.ts';
import { findPrivateInformation } from './private-information.ts';

/** Of what is private, how much is found; of what is found, how much is private. */
function measure(samples: readonly Sample[]) {
  const isFound = ({ text }: Sample) => findPrivateInformation(text).length > 0;
  const [secret, harmless] = [samples.filter(({ kind }) => kind !== null), samples.filter(({ kind }) => kind === null)];
  const found = secret.filter(isFound).length;
  const mistaken = harmless.filter(isFound).length;
  const kinds = new Map(
    [...Map.groupBy(secret, ({ kind }) => kind!)].map(([kind, group]) => [
      kind,
      group.filter(isFound).length / group.length,
    ]),
  );
  return {
    secret: secret.length,
    harmless: harmless.length,
    precision: found / (found + mistaken),
    recall: found / secret.length,
    kinds,
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

test('private information is found in texts of several countries, and seldom where there is none', () => {
  const halves = { open: measure(openHalf), 'held out': measure(heldOut) };
  for (const [name, half] of Object.entries(halves))
    process.stdout.write(
      `private information, ${name} half: ${half.secret} true and ${half.harmless} harmless texts, precision ${percent(half.precision)}, recall ${percent(half.recall)} (${[...half.kinds].map(([kind, share]) => `${kind} ${percent(share)}`).join(', ')})\n`,
    );
  const all = measure([...openHalf, ...heldOut]);
  process.stdout.write(
    `private information, all: ${all.secret} true and ${all.harmless} harmless texts, precision ${percent(all.precision)}, recall ${percent(all.recall)}\n`,
  );
  expect(all.secret).toBeGreaterThanOrEqual(300);
  expect(all.harmless).toBeGreaterThanOrEqual(300);
  expect(new Set([...openHalf, ...heldOut].map(({ text }) => text)).size).toBeGreaterThan(550);
  for (const half of Object.values(halves)) {
    expect(half.precision).toBeGreaterThan(0.95);
    expect(half.recall).toBeGreaterThan(0.85);
  }
});
