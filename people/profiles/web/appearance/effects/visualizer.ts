const bars = 40;
/** From the lowest to the highest tone that is drawn, in Hz. */
const lowest = 40;
const highest = 14_000;
const gap = 2;

/** Each element is joined to Web Audio once, and for good: the browser allows no second time. */
const joined = new WeakMap<HTMLMediaElement, { context: AudioContext; analyser: AnalyserNode }>();

function analyserOf(audio: HTMLMediaElement): { context: AudioContext; analyser: AnalyserNode } {
  const known = joined.get(audio);
  if (known) return known;
  const context = new AudioContext({ latencyHint: 'playback' });
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  analyser.smoothingTimeConstant = 0.78;
  context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
  const made = { context, analyser };
  joined.set(audio, made);
  return made;
}

/** Lets go of a sound that is not shown any more: a browser has few contexts. */
export function releaseSound(audio: HTMLMediaElement): void {
  const known = joined.get(audio);
  joined.delete(audio);
  if (known) known.context.close().catch(() => {});
}

/** Draws the spectrum of a sound that plays, until it is stopped. @returns what stops it */
export function runVisualizer(
  audio: HTMLMediaElement,
  canvas: HTMLCanvasElement,
  { primary, accent }: { primary: string; accent: string },
): () => void {
  const drawing = canvas.getContext('2d');
  if (!drawing) return () => {};
  const { context, analyser } = analyserOf(audio);
  if (context.state !== 'running') context.resume().catch(() => {});
  const bins = new Uint8Array(analyser.frequencyBinCount);
  const peaks = new Float32Array(bars);
  const hzEach = context.sampleRate / analyser.fftSize;
  const edges = Uint16Array.from({ length: bars + 1 }, (_, index) =>
    Math.min(bins.length, Math.round((lowest * (highest / lowest) ** (index / bars)) / hzEach)),
  );
  const density = Math.min(2, devicePixelRatio || 1);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.max(1, Math.round(height * density));
  drawing.setTransform(density, 0, 0, density, 0, 0);
  const fill = drawing.createLinearGradient(0, height, 0, 0);
  fill.addColorStop(0, primary);
  fill.addColorStop(1, accent);
  let frame = 0;
  const draw = (): void => {
    frame = document.hidden ? 0 : requestAnimationFrame(draw);
    analyser.getByteFrequencyData(bins);
    drawing.clearRect(0, 0, width, height);
    drawing.fillStyle = fill;
    const step = width / bars;
    for (let bar = 0; bar < bars; bar++) {
      const from = edges[bar]!;
      const to = Math.max(from + 1, edges[bar + 1]!);
      let loudest = 0;
      for (let bin = from; bin < to; bin++) if (bins[bin]! > loudest) loudest = bins[bin]!;
      const share = (loudest / 255) ** 1.4;
      peaks[bar] = Math.max(share, peaks[bar]! - 0.012);
      const tall = Math.max(2, share * (height - 4));
      drawing.fillRect(bar * step, height - tall, step - gap, tall);
      drawing.fillRect(bar * step, Math.max(0, height - 3 - peaks[bar]! * (height - 4)), step - gap, 2);
    }
  };
  const wake = (): void => {
    if (!document.hidden && frame === 0) draw();
  };
  document.addEventListener('visibilitychange', wake);
  draw();
  return () => {
    document.removeEventListener('visibilitychange', wake);
    cancelAnimationFrame(frame);
    drawing.clearRect(0, 0, width, height);
  };
}
