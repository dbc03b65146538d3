import { useEffect, useRef, useState } from 'react';
import { durationText } from '#web/lib/format.ts';
import { sitePlayer } from '#web/features/player/engine/use-player.ts';
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
const barPx = 2;

/**
 * The seconds around the playhead, as fine as the machine measured them; dragging moves the sound under the playhead.
 */
export default function ZoomStrip({ url, title, durationMs, isCurrent }: ZoomStripProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
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
    const element = canvas.current;
    if (!element || width === null || shape === null || shape === 'failed') return;
    const draw = (): void => drawWindow(element, width, shape, isCurrent ? sitePlayer().positionMs() : 0, durationMs);
    draw();
    // Colours come from the theme.
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const stop = isCurrent ? sitePlayer().onFrame(draw) : undefined;
    return () => {
      themes.disconnect();
      stop?.();
    };
  }, [width, shape, isCurrent, durationMs]);

  const drag = useDrag(width ?? 1, isCurrent);
  return (
    <div ref={place} className="zoom" {...drag}>
      {shape === 'failed' ? (
        <p className="text-sm text-faint" role="status">
          The close view could not be loaded.
        </p>
      ) : (
        <canvas
          ref={canvas}
          aria-label={`Close view of ${title}: ${shownSeconds} seconds around the playhead, of ${durationText(durationMs / 1000)}`}
          className="zoom-drawing"
          role="img"
        />
      )}
    </div>
  );
}

/** Draws the window around a position, sharp on every screen. */
function drawWindow(
  element: HTMLCanvasElement,
  width: number,
  shape: WaveShape,
  atMs: number,
  durationMs: number,
): void {
  const height = element.clientHeight;
  const scale = devicePixelRatio;
  if (element.width !== Math.round(width * scale)) element.width = Math.round(width * scale);
  if (element.height !== Math.round(height * scale)) element.height = Math.round(height * scale);
  const paper = element.getContext('2d');
  if (!paper) return;
  const { color: rest, caretColor: played, outlineColor: head } = getComputedStyle(element);
  paper.setTransform(scale, 0, 0, scale, 0, 0);
  paper.clearRect(0, 0, width, height);
  // Bars stand on a grid of the sound, not of the window, or they would flicker as it moves.
  const barMs = (shownSeconds * 1000 * barPx) / width;
  const firstBar = Math.floor((atMs - (shownSeconds * 1000) / 2) / barMs);
  const bars = Math.ceil(width / barPx) + 2;
  const heights = barHeights(shape, bars, (firstBar * barMs) / durationMs, ((firstBar + bars) * barMs) / durationMs);
  const middle = width / 2;
  for (const [index, share] of heights.entries()) {
    const startMs = (firstBar + index) * barMs;
    if (startMs < 0 || startMs >= durationMs) continue;
    const left = middle + ((startMs - atMs) / barMs) * barPx;
    const tall = Math.max(1, share * (height - 4));
    paper.fillStyle = left < middle ? played : rest;
    paper.fillRect(left, (height - tall) / 2, barPx - 0.5, tall);
  }
  paper.fillStyle = head;
  paper.fillRect(Math.round(middle), 0, 1, height);
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
