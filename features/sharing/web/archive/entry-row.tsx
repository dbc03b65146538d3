import {
  Archive,
  File,
  FileMusic,
  FileText,
  Film,
  Image,
  Palette,
  Pause,
  Pencil,
  Play,
  RotateCw,
  SlidersHorizontal,
  TriangleAlert,
  Type,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import type { ArchiveEntry } from '#content/media/contract/archives.ts';
import { type EntryKind, entryLabel } from '#platform/contract/archive-limits.ts';
import { bytesText, durationText } from '#platform/web/lib/format.ts';
import { classes } from '#platform/web/ui/classes.ts';
import type { AuditionState } from './audition.ts';

const icons = {
  sound: FileMusic,
  midi: FileMusic,
  preset: SlidersHorizontal,
  project: SlidersHorizontal,
  lut: Palette,
  picture: Image,
  video: Film,
  font: Type,
  text: FileText,
  archive: Archive,
  program: TriangleAlert,
  other: File,
} as const satisfies Record<EntryKind, unknown>;

/** Length of a sound: tenths of a second while it is short. */
const lengthText = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : durationText(ms / 1000));

/** The metadata of a file, in a few words. */
function factsOf({ kind, path, bytes, durationMs, tempo, key, analysis, playback }: ArchiveEntry): string[] {
  if (kind === 'program') return ['Program', bytesText(bytes)];
  if (analysis === 'not_sound') return ['Not a sound', bytesText(bytes)];
  if (analysis === 'damaged') return ['Damaged', bytesText(bytes)];
  if (analysis === 'unavailable' && playback === null)
    return [entryLabel(path), 'Cannot be played here', bytesText(bytes)];
  return [
    entryLabel(path),
    ...(durationMs === null ? [] : [lengthText(durationMs)]),
    ...(tempo === null ? [] : [`${Math.round(tempo)} bpm`]),
    ...(key === null ? [] : [key]),
    bytesText(bytes),
  ];
}

/** The outline of a sound. */
function Peaks({ peaks }: { peaks: string }) {
  const shape = useMemo(() => {
    const bytes = Uint8Array.from(atob(peaks), (character) => character.charCodeAt(0));
    const bars = Array.from(bytes, (peak, at) => {
      const half = Math.max(0.5, (peak / 255) * 12);
      return `M${at * 2 + 1} ${(12 - half).toFixed(1)}V${(12 + half).toFixed(1)}`;
    });
    return { width: bytes.length * 2, path: bars.join('') };
  }, [peaks]);
  return (
    <svg
      aria-hidden="true"
      className="h-6 w-24 shrink-0 text-(--wave-buffered) max-sm:hidden"
      preserveAspectRatio="none"
      viewBox={`0 0 ${shape.width} 24`}
    >
      <path d={shape.path} fill="none" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}

/** Props of {@link EntryRow}. */
export interface EntryRowProps {
  readonly entry: ArchiveEntry;
  readonly state: AuditionState;
  /** Why it did not play, and what to do. */
  readonly failure: string | null;
  readonly isSelected: boolean;
  readonly mayUse: boolean;
  readonly onSelect: (position: number, on: boolean) => void;
  readonly onToggle: (position: number) => void;
  readonly onPrepare: (position: number) => void;
  /** Opens its tempo and key, for its author. */
  readonly onCorrect?: ((entry: ArchiveEntry) => void) | undefined;
}

/** One file of an archive: a sound can be heard, and each can be chosen for a download. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, state, failure, isSelected, mayUse, onSelect, onToggle, onPrepare, onCorrect } = props;
  const name = entry.path.split('/').at(-1)!;
  const Icon = icons[entry.kind];
  const isOn = state === 'loading' || state === 'playing';
  const isPlayable = mayUse && entry.playback !== null;
  const PlayIcon = isOn ? Pause : failure === null ? Play : RotateCw;
  const playLabel = isOn ? `Stop ${name}` : failure === null ? `Play ${name}` : `Try to play ${name} again`;
  // The pointer passes over many; what has to be made first is made when it is asked for.
  const onPointerEnter = entry.playback === 'direct' ? () => onPrepare(entry.position) : undefined;
  return (
    <li
      className={classes(
        'flex min-h-11 items-center gap-2 rounded-control px-2 py-1',
        isOn ? 'bg-primary-wash' : 'hover:bg-hover',
      )}
    >
      {mayUse && (
        <label className="touch-target relative grid size-6 shrink-0 place-items-center">
          <input
            aria-label={`Choose ${name}`}
            checked={isSelected}
            className="size-4 accent-mark"
            onChange={(event) => onSelect(entry.position, event.target.checked)}
            type="checkbox"
          />
        </label>
      )}
      {isPlayable ? (
        <button
          aria-label={playLabel}
          aria-pressed={isOn}
          className={classes(
            'touch-target relative grid size-8 shrink-0 place-items-center rounded-full border border-hairline-strong',
            isOn ? 'bg-primary text-on-primary' : 'text-text hover:bg-raised',
          )}
          data-sound={entry.position}
          onClick={() => onToggle(entry.position)}
          onFocus={onPointerEnter}
          onPointerEnter={onPointerEnter}
          type="button"
        >
          <PlayIcon aria-hidden="true" fill={failure === null ? 'currentColor' : 'none'} size={14} />
        </button>
      ) : (
        <span className="grid size-8 shrink-0 place-items-center text-faint">
          <Icon aria-hidden="true" className={entry.kind === 'program' ? 'text-danger' : undefined} size={17} />
        </span>
      )}
      <div className="min-w-0 flex-1 leading-5">
        <p className="truncate text-sm" title={name}>
          {name}
        </p>
        <p className={classes('tape text-xs text-faint', entry.analysis !== 'unavailable' && 'truncate')}>
          {factsOf(entry).join(' · ')}
          {state === 'loading' && entry.playback === 'prepared' && ' · Being prepared…'}
        </p>
        {failure !== null && (
          <p className="text-xs text-danger" role="alert">
            {failure}
          </p>
        )}
      </div>
      {entry.peaks !== null && <Peaks peaks={entry.peaks} />}
      {onCorrect && isPlayable && (
        <button
          aria-label={`Tempo and key of ${name}`}
          className="touch-target relative grid size-8 shrink-0 place-items-center rounded-control text-faint hover:bg-raised hover:text-text"
          onClick={() => onCorrect(entry)}
          type="button"
        >
          <Pencil aria-hidden="true" size={15} />
        </button>
      )}
    </li>
  );
});
