import type { FormEvent } from 'react';
import {
  type SectionId,
  type SectionPreset,
  namesOf,
  partsOf,
  sectionIds,
  sectionNameMax,
  sectionPresets,
  sections,
} from '#site/contract/section-limits.ts';
import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';

/** Settings that this editor writes, each a list with commas. */
export const sectionSettings = ['sectionsOff', 'sectionsHidden', 'sectionNames'] as const;

type State = 'on' | 'hidden' | 'off';
const states = [
  { value: 'on', label: 'On' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'off', label: 'Off' },
] as const satisfies readonly { readonly value: State; readonly label: string }[];

/** Sections and fixed categories of the forum. */
const groups: readonly { readonly label: string; readonly ids: readonly SectionId[] }[] = [
  { label: 'Sections', ids: sectionIds.filter((id) => !id.startsWith('forum-')) },
  { label: 'Categories of the forum', ids: sectionIds.filter((id) => id.startsWith('forum-')) },
];

const presets = Object.entries(sectionPresets) as [SectionPreset, (typeof sectionPresets)[SectionPreset]][];

/** Buttons that switch off what a preset leaves out, and all else on. */
export function PresetButtons() {
  const decide = useDecision();
  const { busy, run } = useAction();
  const choose = (preset: SectionPreset) =>
    run(async () => {
      const { label, off } = sectionPresets[preset];
      const body = { value: off.join(', ') };
      await decide(
        (call) => call('PUT /staff/settings/:name', { params: { name: 'sectionsOff' }, body }),
        { done: { title: label, description: 'Site settings change it at any time.' } },
        [['session']],
      );
    });
  return presets.map(([preset, { label }]) => (
    <Button busy={busy} key={preset} onClick={() => void choose(preset)} size="sm">
      {label}
    </Button>
  ));
}

/** What parts of the site there are, and what they are called. Everything is saved at once. */
export function SectionsEditor({ settings }: { settings: readonly SiteSetting[] }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  const now = Object.fromEntries(
    sectionSettings.map((name) => [name, String(settings.find((one) => one.name === name)?.value ?? '')]),
  ) as Record<(typeof sectionSettings)[number], string>;
  const [off, hidden, names] = [partsOf(now.sectionsOff), partsOf(now.sectionsHidden), namesOf(now.sectionNames)];
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const chosen = (state: State): string => sectionIds.filter((id) => text(`${id}-state`) === state).join(', ');
    const wanted = {
      sectionsOff: chosen('off'),
      sectionsHidden: chosen('hidden'),
      sectionNames: sectionIds
        .flatMap((id) => (text(`${id}-name`) === '' ? [] : `${id}: ${text(`${id}-name`).replaceAll(',', ' ')}`))
        .join(', '),
    };
    return run(async () => {
      await decide(
        async (call) => {
          for (const name of sectionSettings)
            if (wanted[name] !== now[name])
              await call('PUT /staff/settings/:name', { params: { name }, body: { value: wanted[name] } });
        },
        { done: { title: 'Sections saved', description: 'What is switched off stays, and comes back with it.' } },
        [['session']],
      );
    });
  };
  return (
    // What somebody else saves meanwhile takes the place of what stands here.
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      key={Object.values(now).join(';')}
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <p className="max-w-prose text-sm text-soft">
        A part that is off answers nobody, your queue excepted. A hidden one stands in no menu, search, feed or list of
        several kinds, and its address works. What is there stays. Running subscriptions go on at the provider while
        Upgrades is off.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-soft">Presets:</span>
        <PresetButtons />
      </div>
      {groups.map(({ label, ids }) => (
        <fieldset key={label}>
          <legend className="mb-2 font-semibold">{label}</legend>
          <ul className="staff-rows">
            {ids.map((id) => (
              <li className="staff-row items-end" key={id}>
                <TextField
                  autoComplete="off"
                  className="min-w-0 flex-1 basis-40"
                  defaultValue={names.get(id) ?? ''}
                  label={sections[id].label}
                  maxLength={sectionNameMax}
                  name={`${id}-name`}
                  placeholder={sections[id].label}
                />
                <SelectField
                  className="w-28 shrink-0"
                  defaultValue={off.includes(id) ? 'off' : hidden.includes(id) ? 'hidden' : 'on'}
                  label={<span className="sr-only">{`State of ${sections[id].label}`}</span>}
                  name={`${id}-state`}
                  options={states}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <div>
        <Button busy={busy} type="submit" variant="primary">
          Save sections
        </Button>
      </div>
    </form>
  );
}
