import { useEffect, useState } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { controlStyle } from '#web/ui/controls/control-style.ts';
import type { RoomSound, SyncState } from './sync/room-sound.ts';

const NUDGE_KEY = 'looproom.party.nudge';
const NUDGE_MAX = 500;

function readNudge(): number {
  try {
    const stored = Number(localStorage.getItem(NUDGE_KEY) ?? 0);
    return Number.isFinite(stored) ? Math.min(NUDGE_MAX, Math.max(-NUDGE_MAX, stored)) : 0;
  } catch {
    return 0;
  }
}

function storeNudge(ms: number): void {
  try {
    localStorage.setItem(NUDGE_KEY, String(ms));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

const ms = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined ? '…' : `${value.toFixed(digits)} ms`;

/** How closely this page follows the room, and a nudge for devices that are heard late, such as wireless ones. */
export function SyncPanel({ sync, sound }: { sync: SyncState; sound: RoomSound }) {
  // The panel is rendered in the browser alone: there the storage can be read at once.
  const [nudge, setNudge] = useState(readNudge);
  useEffect(() => sound.setNudge(readNudge()), [sound]);
  const change = (to: number) => {
    const next = Math.min(NUDGE_MAX, Math.max(-NUDGE_MAX, Math.round(to)));
    setNudge(next);
    storeNudge(next);
    sound.setNudge(next);
  };
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-semibold text-soft">
        Sync{sync.errorMs === null ? '' : `: ${Math.abs(sync.errorMs) < 30 ? 'in step' : 'catching up'}`}
      </summary>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-3">
        {(
          [
            ['Difference', ms(sync.errorMs)],
            ['Rate', `${(sync.rate * 100).toFixed(1)} %`],
            ['Jumps', String(sync.seeks)],
            ['Round trip', ms(sync.clock?.roundTrip, 1)],
            ['Clock offset', ms(sync.clock && sync.clock.offset - performance.timeOrigin)],
            ['Clock drift', sync.clock ? `${sync.clock.driftPpm.toFixed(0)} ppm` : '…'],
          ] as const
        ).map(([name, value]) => (
          <div className="flex justify-between gap-2" key={name}>
            <dt className="text-soft">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2">
          This device is heard later by
          <input
            className={classes(controlStyle, 'h-9 w-24')}
            max={NUDGE_MAX}
            min={-NUDGE_MAX}
            onChange={(event) => change(Number(event.target.value))}
            step={5}
            type="number"
            value={nudge}
          />
          ms
        </label>
        <Button onClick={() => sound.measure()} size="sm" variant="ghost">
          Measure again
        </Button>
      </div>
    </details>
  );
}
