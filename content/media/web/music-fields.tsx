import { useState } from 'react';
import type { FoundMusic, StatedMusic } from '#content/media/contract/endpoints.ts';
import { musicKeys, tempos } from '#platform/contract/music-limits.ts';
import { keyText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';

/** Props of {@link MusicFields}. */
export interface MusicFieldsProps {
  stated: StatedMusic;
  found: FoundMusic;
  /** What `useForm` says of a control. */
  field: (name: 'tempo' | 'key') => { name: string; error: string | undefined };
}

const rounded = (tempo: number): number => Math.round(tempo * 100) / 100;
const hint = (value: string | null): string => (value === null ? 'Nothing was found.' : `Found: ${value}`);

/** Tempo and key of a sound, for its author to correct: what else they may be is a press away, and so are half and double. */
export function MusicFields({ stated, found, field }: MusicFieldsProps) {
  const [tempo, setTempo] = useState(String(stated.tempo ?? ''));
  const [key, setKey] = useState<string>(stated.key ?? '');
  // Of what is typed, or else of what was found.
  const counted = numberOf(tempo, found.tempo);
  const times = (factor: number) => {
    const value = rounded((counted ?? 0) * factor);
    return {
      disabled: !(value >= tempos.least && value <= tempos.most),
      onClick: () => setTempo(String(value)),
    };
  };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <div className="grid gap-2">
        <TextField
          {...field('tempo')}
          hint={hint(found.tempo === null ? null : `${rounded(found.tempo)} BPM`)}
          inputMode="decimal"
          label="Tempo (BPM)"
          onChange={(event) => setTempo(event.target.value)}
          step="any"
          type="number"
          value={tempo}
        />
        <div aria-label="Tempos to choose" className="flex flex-wrap gap-1.5" role="group">
          <Button {...times(0.5)} size="sm">
            Half
          </Button>
          <Button {...times(2)} size="sm">
            Double
          </Button>
          {found.tempos.map((value) => (
            <Button
              key={value}
              aria-label={`${rounded(value)} BPM`}
              aria-pressed={rounded(value) === counted}
              onClick={() => setTempo(String(rounded(value)))}
              size="sm"
            >
              {rounded(value)}
            </Button>
          ))}
        </div>
      </div>
      <div className="grid gap-2">
        <SelectField
          {...field('key')}
          hint={hint(found.key && keyText(found.key))}
          label="Key"
          onChange={(event) => setKey(event.target.value)}
          options={[{ value: '', label: 'As found' }, ...musicKeys.map((one) => ({ value: one, label: keyText(one) }))]}
          value={key}
        />
        {found.keys.length > 0 && (
          <div aria-label="Keys to choose" className="flex flex-wrap gap-1.5" role="group">
            {found.keys.map((one) => (
              <Button key={one} aria-pressed={one === (key || found.key)} onClick={() => setKey(one)} size="sm">
                {keyText(one)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
