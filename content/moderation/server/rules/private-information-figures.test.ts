import { expect, test } from 'vitest';
import { heldOut } from '#content/moderation/server/testing/private-texts-held-out.ts';
import { languagesHeldOut, languagesOpen } from '#content/moderation/server/testing/private-texts-languages.ts';
import { openHalf } from '#content/moderation/server/testing/private-texts-open.ts';
import type { Sample } from '#content/moderation/server/testing/private-texts.ts';
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

test('private information is found in texts of fifteen languages, and seldom where there is none', () => {
  const tuning = [...openHalf, ...languagesOpen];
  const held = [...heldOut, ...languagesHeldOut];
  const measured = {
    'tuning half': measure(tuning),
    'held-out half': measure(held),
    'held-out half of the fifteen languages': measure(languagesHeldOut),
  };
  for (const [name, half] of Object.entries(measured))
    process.stdout.write(
      `private information, ${name}: ${half.secret} true and ${half.harmless} harmless texts, precision ${percent(half.precision)}, recall ${percent(half.recall)} (${[...half.kinds].map(([kind, share]) => `${kind} ${percent(share)}`).join(', ')})\n`,
    );
  expect(languagesOpen.length + languagesHeldOut.length).toBeGreaterThanOrEqual(200);
  expect(measured['tuning half'].secret + measured['held-out half'].secret).toBeGreaterThanOrEqual(400);
  expect(measured['tuning half'].harmless + measured['held-out half'].harmless).toBeGreaterThanOrEqual(400);
  expect(new Set([...tuning, ...held].map(({ text }) => text)).size).toBeGreaterThan(750);
  for (const half of Object.values(measured)) {
    expect(half.precision).toBeGreaterThanOrEqual(0.98);
    expect(half.recall).toBeGreaterThanOrEqual(0.98);
  }
});
