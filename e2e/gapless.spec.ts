import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { wavOfSamples } from '#site/testing/wav.ts';
import { share } from './share.ts';
import { expect, test, type TestSite } from './world.ts';

// The recorder is a script that the page's policy does not know.
test.use({ bypassCSP: true });

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const isPaused = (page: Page) => bar(page).getByRole('button', { name: /^Play / });

/** A shift by whole waves would not be seen: a slow sine. */
const frequency = 30;
const rate = 44_100;

/** A part of one sine, between two of its samples, as a wav. */
function sine(from: number, to: number): Buffer {
  const samples = Float32Array.from(
    { length: to - from },
    (_, at) => 0.4 * Math.sin(((from + at) * 2 * Math.PI * frequency) / rate),
  );
  return wavOfSamples(samples, rate);
}

type Format = 'wav' | 'mp3' | 'm4a';

/** A sound as a member's program writes it. */
function file(name: string, format: Format, wav: Buffer): { name: string; content: Uint8Array } {
  if (format === 'wav') return { name: `${name}.wav`, content: wav };
  const folder = mkdtempSync(path.join(tmpdir(), 'looproom-gapless-'));
  try {
    const made = path.join(folder, `made.${format}`);
    const codec = format === 'mp3' ? ['-c:a', 'libmp3lame', '-b:a', '192k'] : ['-c:a', 'aac', '-b:a', '160k'];
    execFileSync(findDecoder()!.ffmpeg, ['-v', 'error', '-i', 'pipe:0', ...codec, made], { input: wav });
    return { name: `${name}.${format}`, content: readFileSync(made) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Two halves of one sine as an upload. */
async function halves(site: TestSite, first: Format, second: Format): Promise<string> {
  const author = await site.member();
  // Inside a frame of every codec: whatever is missing or too much is found.
  const [cut, end] = [Math.round(rate * 3.0125), Math.round(rate * (5.5 + Math.random() / 10))];
  const files = [file('first', first, sine(0, cut)), file('second', second, sine(cut, end))];
  const id = await share(site, author, { content: `Halves ${randomUUID()}`, files });
  await site.settle();
  return id;
}

interface Recorded {
  samples: number[][];
  rate: number;
}

/** Records what the page's graph of sound plays, from the last node before the output. */
async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = { samples: [] as Float32Array[], rate: 0 };
    Object.assign(window, { recorded });
    type Connect = (...all: unknown[]) => AudioNode;
    const { connect } = AudioNode.prototype;
    const script = `registerProcessor('tap', class extends AudioWorkletProcessor {
      process([[channel]]) { if (channel) this.port.postMessage(channel.slice()); return true; }
    });`;
    const module = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const taps = new WeakMap<BaseAudioContext, Promise<AudioWorkletNode>>();
    const makeTap = async (context: BaseAudioContext): Promise<AudioWorkletNode> => {
      await context.audioWorklet.addModule(module);
      const node = new AudioWorkletNode(context, 'tap');
      node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => void recorded.samples.push(data));
      node.port.start();
      return node;
    };
    AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
      const [to] = args;
      if (to instanceof AudioDestinationNode) {
        const context = this.context;
        recorded.rate = context.sampleRate;
        const tap = taps.get(context) ?? makeTap(context);
        taps.set(context, tap);
        void tap.then((node) => (connect as Connect).call(this, node));
      }
      return (connect as Connect).apply(this, args);
    };
  });
}

/** The longest hole in a sine, and by how much its wave is late or early anywhere, in milliseconds. */
function faultsOf({ samples, rate: perSecond }: Recorded): { seconds: number; holeMs: number; jumpMs: number } {
  const all = samples.flat();
  const loudest = all.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const isHeard = (one: number): boolean => Math.abs(one) > loudest / 10;
  // A second after the beginning everything has settled; the last tenth fades with the encoder.
  const from = all.findIndex(isHeard) + perSecond;
  const to = all.findLastIndex(isHeard) - Math.round(perSecond / 10);
  let [hole, run] = [0, 0];
  for (let at = from; at < to; at++) {
    run = isHeard(all[at]!) ? 0 : run + 1;
    hole = Math.max(hole, run);
  }
  // The phase of each two waves, against those before them.
  const window = Math.round((2 * perSecond) / frequency);
  const phases: number[] = [];
  for (let at = from; at + window < to; at += window) {
    let [real, imaginary] = [0, 0];
    for (let inside = 0; inside < window; inside++) {
      const turn = (2 * Math.PI * frequency * (at + inside)) / perSecond;
      real += all[at + inside]! * Math.cos(turn);
      imaginary += all[at + inside]! * Math.sin(turn);
    }
    phases.push(Math.atan2(imaginary, real));
  }
  const turned = phases
    .slice(2)
    .map((phase, at) => Math.abs(Math.atan2(Math.sin(phase - phases[at]!), Math.cos(phase - phases[at]!))));
  const jump = Math.max(...turned) / (2 * Math.PI * frequency);
  const ms = (seconds: number): number => Math.round(seconds * 1e5) / 100;
  return { seconds: (to - from) / perSecond, holeMs: ms(hole / perSecond), jumpMs: ms(jump) };
}

for (const [first, second] of [
  ['wav', 'wav'],
  ['mp3', 'mp3'],
  ['m4a', 'mp3'],
  ['mp3', 'wav'],
] as const)
  test(`two halves of one sine are one sine: ${first}, ${second}`, async ({ page, site, allow }) => {
    // Where the play is noted late, two seconds of a sound are too short to count as one.
    allow('status of 409');
    const id = await halves(site, first, second);
    await record(page);
    await page.goto(`/uploads/${id}`);
    await page.getByRole('button', { name: 'Play first' }).click();
    await expect(bar(page).getByRole('link', { name: 'second' })).toBeVisible();
    await expect(isPaused(page)).toBeVisible();
    const recorded = await page.evaluate(() => {
      const { samples, rate: perSecond } = (
        window as unknown as { recorded: { samples: Float32Array[]; rate: number } }
      ).recorded;
      return { samples: samples.map((one) => [...one]), rate: perSecond };
    });
    const faults = faultsOf(recorded);
    process.stdout.write(`Between ${first} and ${second}: ${JSON.stringify(faults)}\n`);
    // All of both: nothing is cut off.
    expect(faults.seconds).toBeGreaterThan(4.2);
    expect(faults.seconds).toBeLessThan(4.8);
    expect(faults.holeMs).toBeLessThan(5);
    // Between two codecs the browser empties its decoder: some samples of an MP3's last frame are missing, without a hole.
    expect(faults.jumpMs).toBeLessThan(first === second ? 5 : 10);
  });
