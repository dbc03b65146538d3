import { ArrowDown, ArrowUp, CircleAlert, Pause, Play, RotateCcw, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { bytesText, durationText } from '#platform/web/lib/format.ts';
import { mayTryAgain, type TransferItem } from './transfers/transfers.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AltTextField } from './alt-text-field.tsx';
import { type FilePlaces, PlaceButton } from './file-places.tsx';
import { FilePreview } from './file-preview.tsx';
import { ProcessAgain } from './process-again.tsx';
import { TransferWait } from './transfer-wait.tsx';

/** What a file is doing, in words. */
function stateText({ state, progress, resumesAt }: TransferItem): string {
  const percent = `${Math.floor(progress * 100)}%`;
  switch (state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'uploading':
      // All bytes are sent; the server checks the content.
      return progress >= 1 ? 'Being checked' : percent;
    case 'retrying':
      return resumesAt === null ? `${percent} · connection lost, trying again` : `${percent} · waiting for the server`;
    case 'paused':
      return `${percent} · paused`;
    case 'unfinished':
      return `${percent} · choose the same file again to go on`;
    case 'failed':
      return 'Not uploaded';
    case 'done':
      return 'Ready';
  }
}

/** Props of {@link FileRow}. */
export interface FileRowProps {
  item: TransferItem;
  index: number;
  of: number;
  accept: string;
  places?: FilePlaces | undefined;
  onMove: (by: number) => void;
  onPause: () => void;
  onRetry: () => void;
  onRemove: () => void;
  /** @returns false when it is another file */
  onAttach: (file: File) => boolean;
  /** Takes what a picture shows into the form. Left out where pictures say nothing, such as a background. */
  onDescribe?: (altText: string) => void;
  /** The field of what it shows was left. */
  onDescribed?: () => void;
}

/** One file of a form: picture, name, how far it is, and what can be done with it. */
export function FileRow(props: FileRowProps) {
  const { item, onAttach, onDescribe, onDescribed } = props;
  const [isOther, setOther] = useState(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  const { state, error, name } = item;
  const length = seconds ?? (item.found?.durationMs ? item.found.durationMs / 1000 : null);
  const percent = Math.floor(item.progress * 100);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-control border border-hairline bg-sunken p-2">
      <FilePreview item={item} onDuration={setSeconds} />
      <div className="grid min-w-0 content-center gap-0.5">
        <p className="truncate text-sm font-semibold" title={name}>
          {name}
        </p>
        <p className="tape text-xs text-faint">
          {bytesText(item.bytes)}
          {length !== null && ` · ${durationText(length)}`}
          {' · '}
          <span className={state === 'done' ? 'text-ok' : undefined}>{stateText(item)}</span>
        </p>
        {state !== 'done' && state !== 'failed' && (
          <div
            aria-label={`Uploading ${name}`}
            aria-valuemax={100}
            aria-valuemin={0}
            aria-valuenow={percent}
            aria-valuetext={stateText(item)}
            className="h-1.5 overflow-hidden rounded-full bg-meter-off"
            role="progressbar"
          >
            <div className="h-full bg-meter-low" style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
      <FileActions {...props} onAttach={(file) => setOther(!onAttach(file))} />
      <TransferWait className="col-span-full" item={item} />
      {onDescribe && item.kind === 'image' && state !== 'failed' && (
        <AltTextField
          className="col-span-full"
          name={name}
          onBlur={onDescribed}
          onChange={onDescribe}
          value={item.altText}
        />
      )}
      {item.found?.endsEarly && (
        <p className="col-span-full text-sm text-danger" role="status">
          This file ends early: its end is missing, and it plays as far as it goes.
        </p>
      )}
      {item.found && <ProcessAgain file={item.found} name={name} />}
      {(error || isOther) && (
        <p className="col-span-full flex items-start gap-1.5 text-sm text-danger" role="alert">
          <CircleAlert aria-hidden="true" className="mt-[0.2em] shrink-0" size={14} />
          <span>
            {isOther ? `That is another file. Choose ${name} again.` : error && `${error.title}: ${error.detail}`}
          </span>
        </p>
      )}
    </div>
  );
}

/** Buttons of a file: pause or go on, order, remove. */
function FileActions(props: Omit<FileRowProps, 'onAttach'> & { onAttach: (file: File) => void }) {
  const { item, index, of, accept, places, onMove, onPause, onRetry, onRemove, onAttach } = props;
  const again = useRef<HTMLInputElement>(null);
  const { state, error, name } = item;
  const isRunning = state === 'waiting' || state === 'uploading' || state === 'retrying';
  return (
    <div
      // One small button has room beside the name on phones too; more stand below.
      className="flex items-center justify-end gap-0.5 max-sm:[&:has(button:nth-of-type(2))]:col-span-full"
    >
      {isRunning && (
        <IconButton icon={<Pause aria-hidden="true" size={16} />} label={`Pause ${name}`} onClick={onPause} size="sm" />
      )}
      {state === 'paused' && (
        <IconButton
          icon={<Play aria-hidden="true" size={16} />}
          label={`Go on with ${name}`}
          onClick={onRetry}
          size="sm"
        />
      )}
      {state === 'failed' && item.file && error && mayTryAgain(error) && (
        <Button icon={<RotateCcw aria-hidden="true" size={15} />} onClick={onRetry} size="sm">
          Try again
        </Button>
      )}
      {state === 'unfinished' && (
        <>
          <input
            ref={again}
            accept={accept}
            aria-hidden="true"
            className="hidden"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onAttach(file);
              event.target.value = '';
            }}
            tabIndex={-1}
            type="file"
          />
          <Button icon={<Upload aria-hidden="true" size={15} />} onClick={() => again.current?.click()} size="sm">
            Choose again
          </Button>
        </>
      )}
      {places && state === 'done' && <PlaceButton file={item} places={places} />}
      {of > 1 && (
        <>
          <IconButton
            disabled={index === 0}
            icon={<ArrowUp aria-hidden="true" size={16} />}
            label={`Move ${name} up`}
            onClick={() => onMove(-1)}
            size="sm"
          />
          <IconButton
            disabled={index === of - 1}
            icon={<ArrowDown aria-hidden="true" size={16} />}
            label={`Move ${name} down`}
            onClick={() => onMove(1)}
            size="sm"
          />
        </>
      )}
      <IconButton
        data-remove=""
        icon={<Trash2 aria-hidden="true" size={16} />}
        label={`Take ${name} out`}
        onClick={onRemove}
        size="sm"
      />
    </div>
  );
}
