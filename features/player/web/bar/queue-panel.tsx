import { ArrowDown, ArrowUp, Trash2, X } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { waveQuery } from '#features/player/web/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { Popover } from '#platform/web/ui/overlays/popover.tsx';
import type { Track } from '#features/player/web/track.ts';
import { ArtworkPicture } from './artwork.tsx';
import { keepKeysOn, readKeysOn } from '#features/player/web/engine/stored-state.ts';
import {
  clearUpcoming,
  currentItem,
  moveItem,
  type QueueItem,
  removeItem,
  stepTo,
  upcoming,
} from '#features/player/web/engine/queue.ts';
import { sitePlayer, usePlayer, useSecond } from '#features/player/web/engine/use-player.ts';
import { PlayModes } from './play-modes.tsx';
import { Volume } from './volume.tsx';
import { Waveform } from '#features/player/web/waveform/waveform.tsx';

/** Props of {@link QueuePanel}. */
export interface QueuePanelProps {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The upcoming tracks, which the listener can reorder; on a phone also the controls that do not fit into the bar. */
export default function QueuePanel({ trigger, open, onOpenChange }: QueuePanelProps) {
  const queue = usePlayer((state) => state.queue);
  const next = upcoming(queue);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const change = sitePlayer().change;

  const move = (item: QueueItem, index: number, by: -1 | 1): void => {
    change((old) => moveItem(old, item.key, by));
    setSaid(`${item.track.title}: place ${index + by + 1} of ${next.length}`);
  };
  const remove = (item: QueueItem, index: number): void => {
    change((old) => removeItem(old, item.key));
    setSaid(`${item.track.title}: removed`);
    // The keyboard stays in the list.
    setTimeout(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]');
      rows?.[Math.min(index, rows.length - 1)]?.focus();
    });
  };

  return (
    <Popover
      aside={
        next.length > 0 && (
          <Button
            icon={<Trash2 aria-hidden="true" size={15} />}
            onClick={() => change(clearUpcoming)}
            size="sm"
            variant="ghost"
          >
            Clear
          </Button>
        )
      }
      className="player-panel"
      onOpenChange={onOpenChange}
      open={open}
      side="top"
      title="Queue"
      trigger={trigger}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4" data-player-part="" role="group">
        <NowOnPhone />
        <PlayModes upcoming={next.length} />
        {next.length === 0 ? (
          <p className="text-sm text-soft">Nothing comes after this track. Add tracks from their menu.</p>
        ) : (
          <ol ref={list} aria-label="Next tracks" className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {next.map((item, index) => (
              <li key={item.key} className="flex items-center gap-1">
                <button
                  className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control px-1.5 py-1.5 text-start hover:bg-hover"
                  data-row=""
                  onClick={() => change((old) => stepTo(old, item.key))}
                  type="button"
                >
                  <ArtworkPicture className="size-9" track={item.track} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate text-base font-semibold">{item.track.title}</span>
                    <span className="flex justify-between gap-2 text-sm text-faint">
                      <span className="truncate">{item.track.author}</span>
                      {item.track.durationMs !== null && (
                        <span className="tape">{durationText(item.track.durationMs / 1000)}</span>
                      )}
                    </span>
                  </span>
                </button>
                <IconButton
                  disabled={index === 0}
                  icon={<ArrowUp aria-hidden="true" size={15} />}
                  label={`Move ${item.track.title} up`}
                  onClick={() => move(item, index, -1)}
                  size="sm"
                />
                <IconButton
                  disabled={index === next.length - 1}
                  icon={<ArrowDown aria-hidden="true" size={15} />}
                  label={`Move ${item.track.title} down`}
                  onClick={() => move(item, index, 1)}
                  size="sm"
                />
                <IconButton
                  icon={<X aria-hidden="true" size={15} />}
                  label={`Remove ${item.track.title} from the queue`}
                  onClick={() => remove(item, index)}
                  size="sm"
                />
              </li>
            ))}
          </ol>
        )}
        <p className="sr-only" role="status">
          {said}
        </p>
        <KeysSwitch />
      </div>
    </Popover>
  );
}

function NowWave({ track, durationMs }: { track: Track; durationMs: number }) {
  const { data: wave = null } = useQuery(waveQuery(useCall(), track));
  return (
    <Waveform
      id="wave-queue"
      durationMs={durationMs}
      isCurrent
      onSeek={(ms) => sitePlayer().seekTo(ms)}
      wave={track.wave ?? wave}
      title={track.title}
    />
  );
}

/** On a phone the bar has no waveform and no volume: they are here. */
function NowOnPhone() {
  const item = usePlayer((state) => currentItem(state.queue));
  const durationMs = usePlayer((state) => state.durationMs);
  const second = useSecond(true);
  const player = sitePlayer();
  if (!item) return null;
  return (
    <div className="grid gap-3 lg:hidden">
      <div className="grid gap-1 md:hidden">
        <NowWave durationMs={durationMs} track={item.track} />
        <p aria-hidden="true" className="tape flex justify-between text-sm text-faint">
          <span>{durationText(second)}</span>
          {durationMs > 0 && <span>{durationText(durationMs / 1000)}</span>}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <Volume className="min-w-0 flex-1" />
        <IconButton
          className="md:hidden"
          icon={<X aria-hidden="true" size={18} />}
          label="Close the player"
          onClick={player.close}
        />
      </div>
    </div>
  );
}

/** Single keys can be in the way of speech control and of typing: they can be turned off (WCAG 2.1.4). */
function KeysSwitch() {
  const [isOn, setOn] = useState(readKeysOn);
  return (
    <div className="border-t border-hairline pt-3">
      <Switch
        checked={isOn}
        hint="Space plays and pauses, arrows skip 5 s, 0 to 9 jump, M mutes, Shift and N or P change the track."
        label="Keyboard shortcuts"
        onChange={(event) => {
          setOn(event.target.checked);
          keepKeysOn(event.target.checked);
        }}
      />
    </div>
  );
}
