import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { stockColor, stockSecond } from '#people/site-settings/contract/limits.ts';
import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { Logo } from '#platform/web/ui/graphics/logo.tsx';
import { useLogo } from './use-logo.ts';

const themes = ['light', 'dark'] as const;
/** Whether a text is a colour as the settings have it. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The logo on both themes, and the button that uploads another. */
export function LogoControl({ setting, url }: { setting: SiteSetting; url: string | null }) {
  const { busy, choose } = useLogo();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{setting.label}</p>
      <div className="flex flex-wrap items-center gap-3">
        {themes.map((theme) => (
          <span
            className="grid size-16 place-items-center rounded-control border border-hairline bg-ground"
            data-theme={theme}
            key={theme}
          >
            <Logo size={44} src={url} />
          </span>
        ))}
        <input
          accept="image/png,image/jpeg,image/webp,image/avif"
          aria-hidden="true"
          className="hidden"
          data-testid="logo-input"
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
          {url === null ? 'Upload a logo' : 'Upload another logo'}
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
