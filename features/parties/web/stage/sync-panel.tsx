import { useEffect, useState } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { canListen } from '#features/parties/web/sync/listening.ts';
import { NUDGE_MAX, clampNudge, readNudge, storeNudge } from '#features/parties/web/sync/nudges.ts';
import { followOutput, unknownOutput } from '#features/parties/web/sync/output-device.ts';
import type { RoomSound, SyncState } from '#features/parties/web/sync/room-sound.ts';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';

const Calibration = latePart(() => import('./calibration-panel.tsx'), { name: 'The calibration', notice: 'place' });

const ms = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined ? '…' : `${value.toFixed(digits)} ms`;

/** How closely this page follows the room, and a nudge for devices that are heard late, such as wireless ones. */
export function SyncPanel({ sync, sound }: { sync: SyncState; sound: RoomSound }) {
  const [device, setDevice] = useState(unknownOutput);
  // The panel is rendered in the browser alone: there the storage can be read at once.
  const [nudge, setNudge] = useState(() => readNudge(unknownOutput.key));
  const [isCalibrating, setIsCalibrating] = useState(false);
  useEffect(
    () =>
      followOutput((used) => {
        setDevice(used);
        setNudge(readNudge(used.key));
      }),
    [],
  );
  useEffect(() => sound.setNudge(nudge), [nudge, sound]);
  const change = (to: number) => {
    const next = clampNudge(to);
    setNudge(next);
    storeNudge(device.key, next);
  };
  return (
    <details className="party-sync text-sm">
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
            onChange={(event) => change(numberOf(event.target.value, 0))}
            step={5}
            type="number"
            value={nudge}
          />
          ms
        </label>
        <Button onClick={() => sound.measure()} size="sm" variant="ghost">
          Measure again
        </Button>
        {canListen() && (
          <Button
            aria-expanded={isCalibrating}
            onClick={() => setIsCalibrating(!isCalibrating)}
            onPointerEnter={Calibration.preload}
            size="sm"
            variant="ghost"
          >
            Find it with a microphone
          </Button>
        )}
      </div>
      {device.label !== '' && <p className="mt-1 text-faint">Remembered for {device.label}.</p>}
      {isCalibrating && (
        <div className="mt-3">
          <Calibration nudge={nudge} onFound={change} sound={sound} />
        </div>
      )}
    </details>
  );
}
