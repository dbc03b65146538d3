import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { customization } from '#people/profiles/contract/appearance-limits.ts';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import type { Grip } from '#platform/web/ui/use-row-drag.ts';
import type { SectionValues } from '../use-section.ts';

type Link = SectionValues<'links'>['links'][number];

/** One link: its fields, whether it is shown, and its place. */
export function LinkRow({
  link,
  index,
  of,
  errors,
  grip,
  isMoving,
  onChange,
  onMove,
  onRemove,
}: {
  link: Link;
  index: number;
  of: number;
  errors: { title: string | undefined; url: string | undefined };
  grip: Grip;
  isMoving: boolean;
  onChange: (part: Partial<Link>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const name = link.title || `link ${index + 1}`;
  return (
    <li
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border border-hairline bg-surface p-3',
        isMoving && 'link-row-moving',
      )}
    >
      <span
        {...grip}
        aria-hidden="true"
        className="grid w-8 cursor-grab touch-none place-items-center self-stretch rounded-control text-faint hover:bg-hover hover:text-text active:cursor-grabbing"
        data-testid="link-grip"
      >
        <GripVertical size={18} />
      </span>
      <div className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <TextField
            error={errors.title}
            label="Title"
            maxLength={customization.linkTitleMax}
            onChange={(event) => onChange({ title: event.target.value })}
            required
            value={link.title}
          />
          <TextField
            autoCapitalize="off"
            autoComplete="url"
            error={errors.url}
            inputMode="url"
            label="Address"
            maxLength={customization.linkUrlMax}
            onChange={(event) => onChange({ url: event.target.value })}
            placeholder="https://"
            required
            spellCheck={false}
            value={link.url}
          />
        </div>
        <div className="flex items-center justify-between gap-3">
          <Switch
            checked={link.isActive}
            className="min-w-28"
            label="Shown"
            onChange={(event) => onChange({ isActive: event.target.checked })}
          />
          <div className="flex">
            <IconButton
              aria-disabled={index === 0}
              icon={<ArrowUp aria-hidden="true" size={17} />}
              label={`Move ${name} up`}
              onClick={() => onMove(index - 1)}
              size="sm"
              title="Move up"
            />
            <IconButton
              aria-disabled={index === of - 1}
              icon={<ArrowDown aria-hidden="true" size={17} />}
              label={`Move ${name} down`}
              onClick={() => onMove(index + 1)}
              size="sm"
              title="Move down"
            />
            <IconButton
              icon={<Trash2 aria-hidden="true" size={17} />}
              label={`Remove ${name}`}
              onClick={onRemove}
              size="sm"
              title="Remove"
            />
          </div>
        </div>
      </div>
    </li>
  );
}
