import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { stockColor, stockSecond } from '#people/site-settings/contract/limits.ts';
import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { Logo } from '#platform/web/ui/graphics/logo.tsx';
import { useLogo } from './use-logo.ts';

const themes = ['light', 'dark'] as const;
/** Whether a text is a colour as the settings have it. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Where the picture of a setting is seen: a square on both themes, or a wide one. */
const grounds: Readonly<Record<string, readonly (typeof themes)[number][]>> = {
  cover: ['light'],
  mailHead: ['light'],
  mailHeadDark: ['dark'],
};

/** A picture of the site as it is seen, and the button that uploads another. */
export function LogoControl({ setting, url }: { setting: SiteSetting; url: string | null }) {
  const { busy, choose } = useLogo(setting);
  const wide = grounds[setting.name];
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{setting.label}</p>
      <div className="flex flex-wrap items-center gap-3">
        {(wide ?? themes).map((theme) => (
          <span
            className={classes(
              'grid place-items-center rounded-control border border-hairline',
              wide ? 'h-16 w-32 bg-surface p-1' : 'size-16 bg-ground',
            )}
            data-theme={theme}
            key={theme}
          >
            {!wide && <Logo size={44} src={url} />}
            {wide && url !== null && <img alt="" className="max-h-full" src={url} />}
          </span>
        ))}
        <input
          accept="image/png,image/jpeg,image/webp,image/avif"
          aria-hidden="true"
          className="hidden"
          data-testid={`${setting.name}-input`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) choose(file);
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button
          busy={busy}
          busyLabel="Uploading…"
          icon={<ImageUp aria-hidden="true" size={16} />}
          onClick={() => input.current?.click()}
        >
          {url === null ? 'Upload a picture' : 'Upload another picture'}
          <span className="sr-only">: {setting.label}</span>
        </Button>
      </div>
      <p className="text-sm text-soft">{setting.hint}</p>
    </div>
  );
}

/** A colour by its number or from the browser's palette. */
export function ColorControl({
  setting,
  shown,
  hint,
  error,
  onDraft,
}: {
  setting: SiteSetting;
  shown: string;
  hint: string;
  error: string;
  onDraft: (text: string) => void;
}) {
  const color = isColor(shown) ? shown : null;
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            autoComplete="off"
            error={error}
            hint={hint}
            label={setting.label}
            maxLength={7}
            mono
            onChange={(event) => onDraft(event.target.value)}
            value={shown}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <label className="inline-flex items-center gap-2 text-sm">
          <input
            className="size-10 cursor-pointer rounded-control border border-control-line bg-surface p-1"
            onChange={(event) => onDraft(event.target.value)}
            type="color"
            value={color ?? (setting.name === 'color' ? stockColor : stockSecond)}
          />
          Palette
        </label>
      </div>
    </div>
  );
}
