import { randomUUID } from 'node:crypto';
import { type Clicker, PERIOD_MS, PHASE_MS, makeClick } from '#features/parties/web/sync/calibration.ts';
import { wavOfSamples } from '#site/testing/wav.ts';
import { callAs } from './share.ts';
import { expect, test } from './world.ts';

const RATE = 16_000;
const SECONDS = 20;
/** What the microphone of these browsers hears: the device 160 ms later than the reference. */
const delays: Readonly<Record<Clicker, number>> = { device: 190, reference: 30 };

/** The two devices in noise, as a wav. */
function heard(): Buffer {
  const samples = Float32Array.from({ length: SECONDS * RATE }, () => 0.018 * (Math.random() - 0.5));
  for (const clicker of ['device', 'reference'] as const)
    for (let at = PHASE_MS[clicker] + delays[clicker]; at < SECONDS * 1000 - 100; at += PERIOD_MS)
      for (const [index, sample] of makeClick(clicker, RATE).entries())
        samples[Math.round((at / 1000) * RATE) + index]! += 0.27 * sample;
  return wavOfSamples(samples, RATE);
}

/**
 * In the place of a microphone, which browsers without a window do not have: what it hears, as a stream. A busy machine
 * leaves holes in what is recorded of it, so the page is given the whole of it where it decodes its recording.
 */
function makeMicrophone(wav: string): void {
  const context = new AudioContext();
  const bytes = (): ArrayBuffer => Uint8Array.from(atob(wav), (letter) => letter.codePointAt(0)!).buffer;
  const { decodeAudioData } = OfflineAudioContext.prototype;
  navigator.mediaDevices.getUserMedia = async () => {
    const source = context.createBufferSource();
    source.buffer = await context.decodeAudioData(bytes());
    const destination = context.createMediaStreamDestination();
    source.connect(destination);
    await context.resume();
    source.start();
    return destination.stream;
  };
  OfflineAudioContext.prototype.decodeAudioData = async function (recording) {
    const recorded = await decodeAudioData.call(this, recording);
    Object.assign(globalThis, { recordedSeconds: recorded.duration });
    return await decodeAudioData.call(this, bytes());
  };
}

test('a microphone finds how late a device is heard, asks before, and nothing that it heard leaves the page', async ({
  open,
  site,
  axe,
}) => {
  const host = await site.member({ displayName: 'Hana Reed' });
  const { id } = await callAs(site, host, 'POST', '/parties', { name: 'In step', submitId: randomUUID() });
  const page = await open(host, { viewport: { width: 360, height: 740 } });
  const sent: string[] = [];
  page.on('request', (request) => {
    if ((request.postDataBuffer()?.length ?? 0) > 500) sent.push(request.url());
  });
  // Each click that is given to the sound card. When it sounds is tested with `click-track.ts`.
  await page.addInitScript(() => {
    Object.assign(globalThis, { clicks: 0 });
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      (globalThis as unknown as { clicks: number }).clicks++;
      start.apply(this, when);
    };
  });
  const clicks = () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
  await page.goto(`/listening-party/${id}`);
  await page.getByText(/^Sync/).click();
  await page.getByRole('button', { name: 'Find it with a microphone' }).click();
  const listen = page.getByRole('button', { name: 'Listen', exact: true });
  await axe(page);
  // The reader says no.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await listen.click();
  await expect(page.getByText('The microphone was not allowed. You can set the delay by hand.')).toBeVisible();

  await page.evaluate(makeMicrophone, heard().toString('base64'));
  await listen.click();
  await expect(page.getByText('Listening to both devices…')).toBeVisible();
  await expect(page.getByText(/^This device is heard 1(5[7-9]|6[0-3]) ms later\. The delay is set\.$/)).toBeVisible({
    timeout: 40_000,
  });
  const nudge = page.getByLabel(/This device is heard later by/);
  await expect(nudge).toHaveValue(/^1(5[7-9]|6[0-3])$/);
  expect(
    await page.evaluate(() => (globalThis as unknown as { recordedSeconds: number }).recordedSeconds),
  ).toBeGreaterThan(1);
  // The microphone's own stand-in is one of them.
  const own = await clicks();
  expect(own).toBeGreaterThan(1);

  await page.getByRole('button', { name: 'Click as the reference' }).click();
  await expect.poll(clicks).toBeGreaterThan(own + 1);
  await page.getByRole('button', { name: 'Stop clicking' }).click();
  await axe(page);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  expect(sent).toEqual([]);

  await page.reload();
  await page.getByText(/^Sync/).click();
  await expect(nudge).toHaveValue(/^1(5[7-9]|6[0-3])$/);
});
