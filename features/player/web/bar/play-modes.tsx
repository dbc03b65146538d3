import { Repeat, Repeat1, Shuffle } from 'lucide-react';
import { type Modes, rates, repeats } from '#features/player/web/engine/modes.ts';
import { shuffleUpcoming } from '#features/player/web/engine/queue.ts';
import { sitePlayer, usePlayer } from '#features/player/web/engine/use-player.ts';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Select } from '#platform/web/ui/controls/select.tsx';

const repeatWords: Readonly<Record<Modes['repeat'], string>> = {
  off: 'Repeat: off',
  queue: 'Repeat: the queue',
  track: 'Repeat: this track',
};

/** Speed, repeating, shuffling, and whether all tracks are equally loud. */
export function PlayModes({ upcoming }: { upcoming: number }) {
  const modes = usePlayer((state) => state.modes);
  const isComparing = usePlayer((state) => state.comparison !== null);
  const { setModes, change } = sitePlayer();
  const Icon = modes.repeat === 'track' ? Repeat1 : Repeat;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          className={classes(modes.repeat !== 'off' && 'text-primary-text')}
          icon={<Icon aria-hidden="true" size={18} />}
          label={repeatWords[modes.repeat]}
          onClick={() => setModes({ repeat: repeats[(repeats.indexOf(modes.repeat) + 1) % repeats.length]! })}
        />
        <IconButton
          disabled={upcoming < 2}
          icon={<Shuffle aria-hidden="true" size={18} />}
          label="Shuffle what comes next"
          onClick={() => change(shuffleUpcoming)}
        />
        <label className="ms-auto flex items-center gap-2 text-sm text-soft">
          Speed
          <Select
            className="tape"
            onChange={(event) => setModes({ rate: rates.find((rate) => String(rate) === event.target.value) ?? 1 })}
            size="sm"
            value={String(modes.rate)}
          >
            {rates.map((rate) => (
              <option key={rate} value={String(rate)}>
                {rate}×
              </option>
            ))}
          </Select>
        </label>
      </div>
      <Switch
        checked={modes.isLeveled}
        disabled={isComparing}
        hint="Off: each as it was recorded."
        label="One loudness for all tracks"
        onChange={(event) => setModes({ isLeveled: event.target.checked })}
      />
    </div>
  );
}
