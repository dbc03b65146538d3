import { useId } from 'react';
import type { BannerSettings } from '#features/forum/contract/endpoints.ts';
import { banner as limits } from '#features/forum/contract/limits.ts';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { Slider } from '#platform/web/ui/controls/slider.tsx';

/** A banner's glow: on or off, its colour, and how far it reaches. */
export function GlowFields({
  settings,
  onChange,
}: {
  settings: BannerSettings;
  onChange: (part: Partial<BannerSettings>) => void;
}) {
  const id = useId();
  return (
    <>
      <Switch
        checked={settings.glowEnabled}
        label="Glow"
        onChange={(event) => onChange({ glowEnabled: event.target.checked })}
      />
      {settings.glowEnabled && (
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <div className="grid gap-1.5">
            <label className="text-sm font-semibold" htmlFor={`${id}-colour`}>
              Glow color
            </label>
            <input
              className="h-10 w-16 cursor-pointer rounded-control border border-control-line bg-sunken p-1"
              id={`${id}-colour`}
              onChange={(event) => onChange({ glowColor: event.target.value })}
              type="color"
              value={settings.glowColor}
            />
          </div>
          <div className="grid min-w-48 flex-1 gap-1.5">
            <div className="flex items-baseline justify-between gap-3">
              <label className="text-sm font-semibold" htmlFor={`${id}-intensity`}>
                Glow intensity
              </label>
              <output className="tape text-xs text-faint" htmlFor={`${id}-intensity`}>
                {settings.glowIntensity}
              </output>
            </div>
            <Slider
              id={`${id}-intensity`}
              max={limits.glowMax}
              min={limits.glowMin}
              onChange={(glowIntensity) => onChange({ glowIntensity })}
              step={1}
              value={settings.glowIntensity}
            />
          </div>
        </div>
      )}
    </>
  );
}
