import { useEffect, useRef, useState } from 'react';
import { durationText } from '#platform/web/lib/format.ts';
import { sitePlayer } from '#features/player/web/engine/use-player.ts';
import { useWidth } from './use-width.ts';
import { barHeights, readZoom, type WaveShape } from './wave-shape.ts';

/** Props of {@link ZoomStrip}. */
export interface ZoomStripProps {
  /** Address of the fine outline. */
  url: string;
  title: string;
  durationMs: number;
  isCurrent: boolean;
}

/** Seconds that the strip shows around the playhead. */
const shownSeconds = 12;
/** Seconds of sound for which a drawing lasts: so long the browser moves it, and no script runs. */
const movedSeconds = 12;
const barPx = 2;

/**
 * The seconds around the playhead, as fine as the machine measured them; dragging moves the sound under the playhead.
 */
export default function ZoomStrip({ url, title, durationMs, isCurrent }: ZoomStripProps) {
  const place = useRef<HTMLDivElement>(null);
  const played = useRef<HTMLCanvasElement>(null);
  const rest = useRef<HTMLCanvasElement>(null);
  const width = useWidth(place);
  const [shape, setShape] = useState<WaveShape | 'failed' | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    fetch(url, { signal: stop.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        setShape(readZoom(new Uint8Array(await answer.arrayBuffer())) ?? 'failed');
      })
      .catch(() => !stop.signal.aborted && setShape('failed'));
    return () => stop.abort();
  }, [url]);

  useEffect(() => {
    if (!played.current || !rest.current || width === null || shape === null || shape === 'failed') return;
    return followPlayhead([played.current, rest.current], { width, shape, durationMs, isCurrent });
  }, [width, shape, isCurrent, durationMs]);

  const drag = useDrag(width ?? 1, isCurrent);
  return (
    <div ref={place} className="zoom" {...drag}>
      {shape === 'failed' ? (
        <p className="text-sm text-faint" role="status">
          The close view could not be loaded.
        </p>
      ) : (
        <div
          aria-label={`Close view of ${title}: ${shownSeconds} seconds around the playhead, of ${durationText(durationMs / 1000)}`}
          className="zoom-drawing"
          role="img"
        >
          <div className="zoom-played">
            <canvas ref={played} />
          </div>
          <div className="zoom-rest">
            <canvas ref={rest} />
          </div>
        </div>
      )}
    </div>
  );
}

/** What is drawn, and how wide the strip is in pixels. */
interface Scene {
  readonly width: number;
  readonly shape: WaveShape;
  readonly durationMs: number;
  readonly isCurrent: boolean;
}

/**
 * Draws what is around the playhead and what comes after it, and lets the browser move the drawing with the sound. Drawn
 * again where that one ends, and when the playhead, the speed or the theme changes. @returns ends it
 */
function followPlayhead(drawings: readonly HTMLCanvasElement[], scene: Scene): () => void {
  const player = sitePlayer();
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    clearTimeout(timer);
    const { status, modes } = player.state();
    const moves = scene.isCurrent && status === 'playing' && !calm.matches && !document.hidden;
    const duration = (movedSeconds * 1000) / modes.rate;
    const end = `translateX(${(-movedSeconds / shownSeconds) * scene.width}px)`;
    const atMs = scene.isCurrent ? player.positionMs() : 0;
    for (const element of drawings) {
      for (const animation of element.getAnimations()) animation.cancel();
      drawFrom(element, scene, atMs);
      if (moves) element.animate({ transform: ['none', end] }, { duration, fill: 'forwards' });
    }
    if (moves) timer = setTimeout(draw, duration);
  };
  let seen = '';
  const onState = (): void => {
    const { status, modes } = player.state();
    const now = `${status === 'playing'} ${modes.rate}`;
    if (now !== seen) draw();
    seen = now;
  };
  onState();
  // Colours come from the theme.
  const themes = new MutationObserver(draw);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  document.addEventListener('visibilitychange', draw);
  const stops = scene.isCurrent
    ? [player.subscribe(onState), player.onJump(draw), player.onFrame(() => calm.matches && draw())]
    : [];
  return () => {
    clearTimeout(timer);
    themes.disconnect();
    document.removeEventListener('visibilitychange', draw);
    for (const stop of stops) stop();
  };
}

/** Draws the bars from the left edge of the strip to where the drawing ends, sharp on every screen. */
function drawFrom(element: HTMLCanvasElement, { width: shown, shape, durationMs }: Scene, atMs: number): void {
  const width = Math.round((shown * (shownSeconds + movedSeconds)) / shownSeconds);
  const height = element.clientHeight;
  const scale = devicePixelRatio;
  element.style.width = `${width}px`;
  if (element.width !== Math.round(width * scale)) element.width = Math.round(width * scale);
  if (element.height !== Math.round(height * scale)) element.height = Math.round(height * scale);
  const paper = element.getContext('2d');
  if (!paper) return;
  paper.setTransform(scale, 0, 0, scale, 0, 0);
  paper.clearRect(0, 0, width, height);
  paper.fillStyle = getComputedStyle(element).color;
  // Bars stand on a grid of the sound, not of the window, or they would flicker from drawing to drawing.
  const barMs = (shownSeconds * 1000 * barPx) / shown;
  const firstBar = Math.floor((atMs - (shownSeconds * 1000) / 2) / barMs);
  const bars = Math.ceil(width / barPx) + 2;
  const heights = barHeights(shape, bars, (firstBar * barMs) / durationMs, ((firstBar + bars) * barMs) / durationMs);
  for (const [index, share] of heights.entries()) {
    const startMs = (firstBar + index) * barMs;
    if (startMs < 0 || startMs >= durationMs) continue;
    const left = shown / 2 + ((startMs - atMs) / barMs) * barPx;
    const tall = Math.max(1, share * (height - 4));
    paper.fillRect(left, (height - tall) / 2, barPx - 0.5, tall);
  }
}

function useDrag(width: number, isCurrent: boolean) {
  const from = useRef<{ x: number; ms: number } | null>(null);
  return {
    onPointerDown(event: React.PointerEvent) {
      if (event.button !== 0 || !isCurrent) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, ms: sitePlayer().positionMs() };
    },
    onPointerMove(event: React.PointerEvent) {
      if (!from.current) return;
      sitePlayer().seekTo(from.current.ms - ((event.clientX - from.current.x) / width) * shownSeconds * 1000);
    },
    onPointerUp: () => void (from.current = null),
    onPointerCancel: () => void (from.current = null),
  };
}
