import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { stockColor, stockSecond } from '#people/site-settings/contract/limits.ts';
import { siteColors } from '#platform/contract/site-colors.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { isColor } from './appearance-control.tsx';

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Parts of the site in both themes, with what is chosen and not saved yet. */
export function LookPreview({
  settings,
  drafts,
}: {
  settings: readonly SiteSetting[];
  drafts: Readonly<Record<string, string | null>>;
}) {
  const saved = (name: string): string => String(settings.find((setting) => setting.name === name)?.value ?? '');
  /** Where the page has an own colour, that of the software is to be set, not left out. */
  const color = (name: string, stock: string): string | null => {
    const chosen = drafts[name] ?? saved(name);
    if (isColor(chosen)) return chosen;
    return saved(name) === '' ? null : stock;
  };
  const font = drafts['font'] ?? saved('font');
  return (
    <section aria-label="Sample of the site" className="grid gap-3 sm:max-xl:grid-cols-2">
      {/* The page itself has that of the font that is saved. */}
      <link href={`/fonts/${font}.css`} rel="stylesheet" />
      {themes.map(([theme, label]) => (
        <figure className="min-w-0" key={theme}>
          <figcaption className="mb-1 text-xs font-semibold text-soft">{label}</figcaption>
          <div
            className="grid gap-3 rounded-card border border-hairline-strong bg-ground p-3 font-sans text-text"
            data-font={font}
            data-theme={theme}
            inert
            style={siteColors(color('color', stockColor), color('secondColor', stockSecond))}
          >
            <Sample />
          </div>
        </figure>
      ))}
    </section>
  );
}

function Sample() {
  return (
    <>
      <div className="grid gap-2 rounded-card border border-hairline bg-surface p-3">
        <p className="flex flex-wrap items-center gap-2">
          <span className="heading text-lg">New track</span>
          <Badge tone="solid">3</Badge>
          <Badge tone="primary">Pinned</Badge>
          <Badge tone="secondary">Author</Badge>
        </p>
        <p className="text-sm">
          Text of a post with <span className="link">a link</span> and{' '}
          <span className="font-semibold text-primary-text">a marked word</span>.
        </p>
        <p className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary">
            Join
          </Button>
          <Button size="sm">Listen</Button>
        </p>
      </div>
      <p className="rounded-control bg-primary-wash px-3 py-2 text-sm">A notice of the site.</p>
      <TextField defaultValue="Night bus" label="Title" />
      <Checkbox defaultChecked label="Post it at once" />
    </>
  );
}
