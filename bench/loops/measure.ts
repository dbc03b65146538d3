import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { tonics } from '#platform/contract/music-limits.ts';
import { SAMPLED_SECONDS, SAMPLE_RATE, SoundAnalysis } from '#platform/server/archive/analyse.ts';
import { keyCandidates } from '#platform/server/archive/key.ts';
import { PcmListener, pcmFormat } from '#platform/server/archive/pcm.ts';
import { tempoCandidates } from '#platform/server/archive/tempo.ts';
import { wavOfSamples } from '#site/testing/wav.ts';
import type { Budgets } from '../budgets.ts';
import { folder } from '../place.ts';
import type { Row } from '../rows.ts';
import { type Choice, fittedWeights } from './fit.ts';
import type { Loop } from './loop.ts';
import { loopsOf } from './makers.ts';
import { requirePackages } from './programs.ts';

const tempoVerdicts = ['right', 'half', 'double', 'other', 'none'] as const;
const keyVerdicts = ['right', 'relative', 'parallel', 'fifth', 'other', 'none'] as const;
type TempoVerdict = (typeof tempoVerdicts)[number];
type KeyVerdict = (typeof keyVerdicts)[number];

/** Part by which a tempo may be wrong. */
const TOLERANCE = 0.01;

/** How a tempo that was found stands to the true one. */
export function judgeTempo(found: number | null, truth: number): TempoVerdict {
  if (found === null) return 'none';
  const near = (wanted: number): boolean => Math.abs(found / wanted - 1) <= TOLERANCE;
  return near(truth) ? 'right' : near(truth / 2) ? 'half' : near(truth * 2) ? 'double' : 'other';
}

/** How a key that was found stands to the true one. */
export function judgeKey(found: string | null, truth: string): KeyVerdict {
  if (found === null) return 'none';
  if (found === truth) return 'right';
  const read = (key: string) => ({
    tonic: tonics.findIndex((one) => key.replace('m', '') === one),
    isMinor: key.endsWith('m'),
  });
  const [one, other] = [read(found), read(truth)];
  const steps = (one.tonic - other.tonic + 12) % 12;
  if (one.isMinor === other.isMinor) return steps === 7 || steps === 5 ? 'fifth' : 'other';
  if (steps === 0) return 'parallel';
  return steps === (other.isMinor ? 3 : 9) ? 'relative' : 'other';
}

/** A loop with what was found of it. */
interface Judged {
  readonly maker: string;
  /** Those that the method was tuned on; the others were not looked at meanwhile. */
  readonly isTuned: boolean;
  readonly tempo: TempoVerdict | null;
  readonly key: KeyVerdict | null;
}

function judge({ maker, name, samples, rate, tempo, key }: Loop, isTuned: boolean, isLoud: boolean): Judged {
  const wav = wavOfSamples(samples, rate);
  const analysis = new SoundAnalysis(wav.length);
  analysis.add(wav);
  const found = analysis.finish();
  const judged = {
    maker,
    isTuned,
    tempo: tempo === null ? null : judgeTempo(found.tempo, tempo),
    key: key === null ? null : judgeKey(found.key, key),
  };
  const isRight = (judged.tempo ?? 'right') === 'right' && (judged.key ?? 'right') === 'right';
  if (isLoud && !isRight)
    console.log(`  ${maker}: ${name}: ${found.tempo} ${judged.tempo}, ${found.key} ${judged.key}`);
  return judged;
}

/** What the weights are fitted to: the candidates of a loop, and which is true. */
function choicesOf({ maker, samples, rate, tempo, key }: Loop): { tempo: Choice; key: Choice } {
  const wav = wavOfSamples(samples, rate);
  const listener = new PcmListener(pcmFormat(wav, wav.length)!, {
    parts: 1,
    monoRate: SAMPLE_RATE,
    monoSeconds: SAMPLED_SECONDS,
  });
  listener.add(wav.subarray(44));
  const { mono, rate: monoRate, seconds } = listener;
  const tempos = tempo === null ? [] : tempoCandidates(mono, monoRate, seconds);
  const keys = key === null ? [] : keyCandidates(mono, monoRate);
  return {
    tempo: {
      maker,
      candidates: tempos.map(({ bpm, features }) => ({ features, isTrue: judgeTempo(bpm, tempo!) === 'right' })),
    },
    key: { maker, candidates: keys.map((one) => ({ features: one.features, isTrue: one.key === key })) },
  };
}

/** One line of the table. */
function lineOf(name: string, all: readonly Judged[]): string {
  const counts = (kind: 'tempo' | 'key', verdicts: readonly string[]) => {
    const known = all.filter((one) => one[kind] !== null);
    const cells = verdicts.map((verdict) => String(known.filter((one) => one[kind] === verdict).length).padStart(9));
    return `${String(known.length).padStart(7)}${cells.join('')}`;
  };
  return `${name.padEnd(18)}${counts('tempo', tempoVerdicts)}  |${counts('key', keyVerdicts)}`;
}

function print(all: readonly Judged[]): void {
  const head = (name: string, verdicts: readonly string[]) =>
    `${name.padStart(7)}${verdicts.map((verdict) => verdict.padStart(9)).join('')}`;
  console.log(`\n${''.padEnd(18)}${head('tempo', tempoVerdicts)}  |${head('key', keyVerdicts)}`);
  for (const maker of new Set(all.map((one) => one.maker)))
    console.log(
      lineOf(
        maker,
        all.filter((one) => one.maker === maker),
      ),
    );
  console.log(
    lineOf(
      'tuned on',
      all.filter(({ isTuned }) => isTuned),
    ),
  );
  console.log(
    lineOf(
      'not tuned on',
      all.filter(({ isTuned }) => !isTuned),
    ),
  );
  console.log(lineOf('all', all));
}

/**
 * Finds tempo and key of loops by several makers, and compares them with what the makers say. Every second loop of a maker
 * is for tuning the method; the others show what it is worth.
 * @param only the part of a maker's name; with one, what was wrong is named
 * @param isFitting prints weights for `tempo.ts` and `key.ts`, fitted to the loops for tuning
 * @throws where the programs of the makers are not installed
 */
export async function measureLoops(only: string, isFitting: boolean, limits: Budgets['loops']): Promise<Row[]> {
  requirePackages();
  const place = await mkdtemp(path.join(folder, 'loops-'));
  const judged: Judged[] = [];
  const counts = new Map<string, number>();
  const choices: ReturnType<typeof choicesOf>[] = [];
  for await (const loop of loopsOf(only, place)) {
    const count = counts.get(loop.maker) ?? 0;
    counts.set(loop.maker, count + 1);
    judged.push(judge(loop, count % 2 === 0, only !== ''));
    if (isFitting && count % 2 === 0) choices.push(choicesOf(loop));
  }
  await rm(place, { recursive: true });
  print(judged);
  if (isFitting)
    for (const kind of ['tempo', 'key'] as const)
      console.log(`Weights, ${kind}: ${fittedWeights(choices.map((one) => one[kind])).join(', ')}`);
  const share = (kind: 'tempo' | 'key'): number | null => {
    const known = judged.filter((one) => one[kind] !== null);
    return known.length === 0 ? null : (100 * known.filter((one) => one[kind] === 'right').length) / known.length;
  };
  return [
    { what: 'tempo within 1 %, half and double wrong', value: share('tempo'), unit: '%', least: limits.tempoShare },
    { what: 'key, relative wrong', value: share('key'), unit: '%', least: limits.keyShare },
  ];
}
