import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { skipMs } from '#features/player/web/engine/keyboard.ts';
import { sitePlayer, useSecond } from '#features/player/web/engine/use-player.ts';
import { useWidth } from './use-width.ts';
import { barHeights, readWave, waveBars } from './wave-shape.ts';
import '#platform/web/styles/player.css';

/** Props of {@link Waveform}. */
export interface WaveformProps {
  /** Id of its drawing in the page. Not `useId`'s: tracks stand in shared markup. */
  id: string;
  /** What is heard, for the slider's name. */
  title: string;
  wave: string | null;
  processing?: MediaFile['processing'];
  /** 0 while nobody knows. */
  durationMs: number;
  /** It is the track in the player: the playhead is drawn. */
  isCurrent: boolean;
  /** Where it would begin, when it is not in the player. */
  cueMs?: number;
  /** The listener chose a position, with the pointer or by keys. */
  onSeek: (ms: number, by: 'pointer' | 'keys') => void;
  className?: string;
  /** False far down a page: drawn in the browser, not yet in the page's HTML. */
  atOnce?: boolean;
}

/** Pixels from bar to bar, and of a bar. */
const pitch = 3;
const barWidth = 2;
/** Height of the drawing; its element may be lower. */
const height = 56;
/** The width that the server draws for; the browser draws again for the real one. */
const guessedWidth = 576;
const pageMs = 30_000;
/** The playhead moves in steps of about a pixel, because each step repaints all bars. */
const paintedSteps = 1000;

/** What stands in the place of an outline that is not there. */
const noteOf: Readonly<Record<MediaFile['processing'], string>> = {
  waiting: 'This sound is being prepared',
  failed: 'This sound cannot be played',
  interrupted: 'This sound could not be processed',
  unavailable: 'Waveform not available',
  done: 'Waveform not available',
};

/** A sound's outline, and the slider that moves the playhead in it. Drawn on the server already. */
export function Waveform(props: WaveformProps) {
  const { id, title, wave, processing = 'done', durationMs, isCurrent, cueMs = 0, className, atOnce = true } = props;
  const root = useRef<HTMLDivElement>(null);
  const second = useSecond(isCurrent);
  const { cancel, ...pointer } = useScrub(root, props);
  const at = isCurrent ? second : Math.floor(cueMs / 1000);
  const end = Math.floor(durationMs / 1000);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const painted = new Map<string, number>();
    const paintShare = (name: string, share: number): void => {
      const step = Math.round(Math.min(1, share || 0) * paintedSteps);
      if (painted.get(name) === step) return;
      painted.set(name, step);
      element.style.setProperty(name, String(step / paintedSteps));
    };
    const paint = (): void => {
      paintShare('--at', isCurrent ? sitePlayer().positionMs() / durationMs : cueMs / durationMs);
      paintShare('--buffered', isCurrent ? sitePlayer().bufferedShare() : 0);
    };
    paint();
    return isCurrent ? sitePlayer().onFrame(paint) : undefined;
  }, [isCurrent, durationMs, cueMs]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return cancel();
    const from = isCurrent ? sitePlayer().positionMs() : cueMs;
    const target = keyTarget(event, from, durationMs);
    if (target === null) return;
    event.preventDefault();
    props.onSeek(Math.min(Math.max(0, durationMs - 1000), Math.max(0, target)), 'keys');
  };

  return (
    <div
      ref={root}
      aria-label={`Position in ${title}`}
      aria-orientation="horizontal"
      aria-valuemax={end}
      aria-valuemin={0}
      aria-valuenow={Math.min(at, end)}
      aria-valuetext={`${durationText(at)} of ${durationText(end)}`}
      className={classes('wave', className)}
      data-player-part=""
      onKeyDown={onKeyDown}
      role="slider"
      tabIndex={0}
      {...pointer}
    >
      <WaveDrawing atOnce={atOnce} id={id} wave={wave} root={root} waiting={processing === 'waiting'} />
      {wave === null && <span className="wave-note">{noteOf[processing]}</span>}
      <span aria-hidden="true" className="wave-hover tape" />
    </div>
  );
}

/** The bars in the colours of what was played, what has come from the network, and the rest. */
function WaveDrawing({
  atOnce,
  id,
  wave,
  root,
  waiting,
}: {
  atOnce: boolean;
  id: string;
  wave: string | null;
  root: React.RefObject<HTMLDivElement | null>;
  waiting: boolean;
}) {
  const known = useWidth(root);
  const width = known ?? guessedWidth;
  const isDrawn = atOnce || known !== null;
  const path = useMemo(() => {
    if (!isDrawn) return '';
    const bars = Math.max(1, Math.floor((width + pitch - barWidth) / pitch));
    const shape = wave === null ? null : readWave(wave);
    return waveBars(shape ? barHeights(shape, bars) : Array.from({ length: bars }, () => 0), pitch, barWidth, height);
  }, [wave, width, isDrawn]);
  const box = { width, height };
  return (
    <svg
      aria-hidden="true"
      className={classes('wave-drawing', waiting && wave === null && 'skeleton-wave')}
      preserveAspectRatio="none"
      viewBox={`0 0 ${width} ${height}`}
    >
      <clipPath id={id}>
        <path d={path} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect className="wave-rest" {...box} />
        <rect className="wave-buffered" {...box} />
        <rect className="wave-reach" {...box} />
        <rect className="wave-played" {...box} />
      </g>
    </svg>
  );
}

function keyTarget(event: KeyboardEvent, from: number, durationMs: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return from + skipMs;
    case 'ArrowLeft':
    case 'ArrowDown':
      return from - skipMs;
    case 'PageUp':
      return from + pageMs;
    case 'PageDown':
      return from - pageMs;
    case 'Home':
      return 0;
    case 'End':
      return durationMs;
    default:
      return null;
  }
}

/** Pointing shows the time under the pointer; pressing and dragging moves the playhead when it is let go. */
function useScrub(root: React.RefObject<HTMLDivElement | null>, { durationMs, onSeek }: WaveformProps) {
  const dragging = useRef<number | null>(null);

  const show = (share: number | null): void => {
    const element = root.current;
    if (!element) return;
    element.toggleAttribute('data-pointed', share !== null);
    element.toggleAttribute('data-dragged', dragging.current !== null);
    if (share === null) return;
    element.style.setProperty('--hover', String(share));
    const label = element.querySelector('.wave-hover');
    if (label) label.textContent = durationText((share * durationMs) / 1000);
  };
  const shareOf = (event: PointerEvent): number => {
    const { left, width } = root.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const cancel = (): void => {
    dragging.current = null;
    show(null);
  };

  return {
    cancel,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || durationMs <= 0) return;
      root.current?.setPointerCapture(event.pointerId);
      dragging.current = event.pointerId;
      show(shareOf(event));
    },
    onPointerMove(event: PointerEvent) {
      if (durationMs > 0 && (event.pointerType === 'mouse' || dragging.current !== null)) show(shareOf(event));
    },
    onPointerUp(event: PointerEvent) {
      if (dragging.current !== event.pointerId) return;
      dragging.current = null;
      show(event.pointerType === 'mouse' ? shareOf(event) : null);
      onSeek(shareOf(event) * durationMs, 'pointer');
    },
    // The finger went on to scroll the page.
    onPointerCancel: cancel,
    onPointerLeave() {
      if (dragging.current === null) show(null);
    },
  };
}
