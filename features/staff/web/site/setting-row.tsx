import { RotateCcw } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { countText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { ColorControl, LogoControl } from './appearance-control.tsx';
import { useSetting, valueText } from './use-setting.ts';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';

/** The description, default and allowed values of a setting. */
function hintOf(setting: SiteSetting): string {
  const { field } = setting;
  const parts = [setting.hint];
  if (field.kind !== 'markdown' && field.kind !== 'css' && field.kind !== 'color')
    parts.push(`Default: ${valueText(setting, setting.default).replace(/\.$/, '')}.`);
  if (field.kind === 'number') parts.push(`From ${countText(field.min)} to ${countText(field.max)}.`);
  if (field.kind === 'text' || field.kind === 'markdown' || field.kind === 'css')
    parts.push(`Up to ${field.max} characters.`);
  return parts.join(' ');
}

/** A text of a field as the value that is sent; what is no number goes as it is, for the server to refuse. */
function valueOf({ field }: SiteSetting, draft: string): string | number {
  return field.kind === 'number' ? numberOf(draft, draft) : draft;
}

/** One setting: its control, Save, and the way back to its default. A switch saves at once. */
export function SettingRow({
  setting,
  onDraft,
}: {
  setting: SiteSetting;
  /** What the field holds while it is not saved; null afterwards. */
  onDraft: (name: string, draft: string | null) => void;
}) {
  const { name, label, value, isDefault, field } = setting;
  const { busy, error, save } = useSetting(name);
  // Null: what is saved is shown, also when somebody else has changed it.
  const [draft, keepDraft] = useState<string | null>(null);
  const setDraft = (text: string | null): void => {
    keepDraft(text);
    onDraft(name, text);
  };
  const form = useRef<HTMLFormElement>(null);
  const isChanged = draft !== null && draft !== String(value);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && (await save(valueOf(setting, draft), 'Setting saved'))) setDraft(null);
  };
  const reset = async () => {
    if (!(await save(null, 'Default set'))) return;
    setDraft(null);
    // The button goes away: the keyboard stays in the row.
    form.current?.querySelector<HTMLElement>('[role=switch], [type=submit], button')?.focus();
  };
  return (
    <form className="staff-row" noValidate onSubmit={(event) => void submit(event)} ref={form}>
      <div className="max-w-xl min-w-0 flex-1 basis-60">
        <Control
          busy={busy}
          error={error}
          onDraft={setDraft}
          onSwitch={(on) => void save(on, 'Setting saved')}
          setting={setting}
          shown={draft ?? String(value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {field.kind !== 'switch' && field.kind !== 'logo' && (
          <Button
            aria-disabled={!isChanged || undefined}
            aria-label={`Save ${label}`}
            busy={busy}
            type="submit"
            variant={isChanged ? 'primary' : 'secondary'}
          >
            Save
          </Button>
        )}
        {!isDefault && (
          <Button
            aria-label={`Reset to default: ${label}`}
            busy={busy}
            icon={<RotateCcw aria-hidden="true" size={16} />}
            onClick={() => void reset()}
            variant="ghost"
          >
            Reset to default
          </Button>
        )}
      </div>
    </form>
  );
}

function Control({
  setting,
  shown,
  error,
  busy,
  onDraft,
  onSwitch,
}: {
  setting: SiteSetting;
  shown: string;
  error: string;
  busy: boolean;
  onDraft: (text: string) => void;
  onSwitch: (on: boolean) => void;
}) {
  const { field, label, value } = setting;
  const texts = { label, hint: hintOf(setting), error };
  if (field.kind === 'switch')
    return (
      <Switch
        {...texts}
        aria-busy={busy || undefined}
        checked={value === true}
        onChange={(event) => onSwitch(event.target.checked)}
      />
    );
  if (field.kind === 'choice')
    return (
      <SelectField {...texts} onChange={(event) => onDraft(event.target.value)} options={field.options} value={shown} />
    );
  if (field.kind === 'logo') return <LogoControl setting={setting} url={field.url} />;
  if (field.kind === 'color')
    return <ColorControl error={error} hint={texts.hint} onDraft={onDraft} setting={setting} shown={shown} />;
  if (field.kind === 'markdown' || field.kind === 'css')
    return (
      <TextArea
        {...texts}
        className={field.kind === 'css' ? '[&_textarea]:font-mono' : undefined}
        maxLength={field.max}
        onChange={(event) => onDraft(event.target.value)}
        rows={6}
        spellCheck={field.kind === 'css' ? false : undefined}
        value={shown}
      />
    );
  return (
    <TextField
      {...texts}
      autoComplete="off"
      inputMode={field.kind === 'number' ? 'numeric' : undefined}
      maxLength={field.kind === 'number' ? 12 : field.max}
      mono={field.kind === 'number'}
      onChange={(event) => onDraft(event.target.value)}
      value={shown}
    />
  );
}
