import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { SiteSetting } from '#people/site-settings/contract/endpoints.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { siteSettingsQuery } from '#features/staff/web/queries.ts';
import { LookPreview } from './look-preview.tsx';
import { SectionsEditor, sectionSettings } from './sections-editor.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSetting, valueText } from './use-setting.ts';

type SettingChange = Reply<'GET /staff/settings'>['changes'][number];

/** The tab Site settings: what admins change while the site runs, by group, and who changed what. */
export function SiteSettingsTab() {
  const query = useQuery(siteSettingsQuery(useCall()));
  if (!query.data) return <NotLoaded label="The settings" query={query} rows={6} />;
  const { items, changes } = query.data;
  const groups = [...Map.groupBy(items, (item) => item.group)];
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-soft">
        What is saved here counts at once, for everybody. The latest change of a setting can be undone below.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {groups.map(([group, settings]) => (
          <SettingGroup group={group} key={group} settings={settings} />
        ))}
        <Changes changes={changes} settings={items} />
      </div>
    </>
  );
}

/** Whether the sample of the site shows a setting. */
const isShown = ({ name, field }: SiteSetting): boolean => field.kind === 'color' || name === 'font';

function SettingGroup({ group, settings }: { group: string; settings: readonly SiteSetting[] }) {
  const id = useId();
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | null>>>({});
  const shown = settings.filter(isShown);
  const rowsOf = (list: readonly SiteSetting[]) => (
    <ul aria-labelledby={id} className="staff-rows">
      {list.map((setting) => (
        <li key={setting.name}>
          <SettingRow onDraft={(name, draft) => setDrafts((now) => ({ ...now, [name]: draft }))} setting={setting} />
        </li>
      ))}
    </ul>
  );
  const rows = settings.filter((setting) => !isShown(setting) && !sectionSettings.some((own) => own === setting.name));
  const hasEditor = settings.length > shown.length + rows.length;
  return (
    <section aria-labelledby={id}>
      <h2 className="heading mb-3 text-base" id={id}>
        {group}
      </h2>
      {shown.length > 0 && (
        <div className="mb-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
          {rowsOf(shown)}
          <LookPreview drafts={drafts} settings={settings} />
        </div>
      )}
      {hasEditor && <SectionsEditor settings={settings} />}
      <div className={hasEditor ? 'mt-4' : undefined}>{rowsOf(rows)}</div>
    </section>
  );
}

function Changes({ changes, settings }: { changes: readonly SettingChange[]; settings: readonly SiteSetting[] }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const byName = new Map(settings.map((setting) => [setting.name, setting]));
  const seen = new Set<string>();
  return (
    <section aria-labelledby={id}>
      <h2 className="heading mb-3 text-base" id={id} ref={heading} tabIndex={-1}>
        Latest changes
      </h2>
      {changes.length === 0 && (
        <EmptyState title="No changes yet">Who changed a setting, and from what, is listed here.</EmptyState>
      )}
      {changes.length > 0 && (
        <ul aria-labelledby={id} className="staff-rows">
          {changes.map((change) => {
            const setting = byName.get(change.name);
            if (!setting) return null;
            // Only the latest change of a setting can be undone: an older one would drop those after it.
            const isLatest = !seen.has(change.name) && change.after === setting.value;
            seen.add(change.name);
            return (
              <li key={change.id}>
                <ChangeRow
                  canUndo={isLatest}
                  change={change}
                  onUndone={() => heading.current?.focus()}
                  setting={setting}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function ChangeRow({
  change,
  setting,
  canUndo,
  onUndone,
}: {
  change: SettingChange;
  setting: SiteSetting;
  canUndo: boolean;
  /** The button goes away: the keyboard needs another place. */
  onUndone: () => void;
}) {
  const { busy, save } = useSetting(change.name);
  const undo = async () => {
    if (await save(change.undo, 'Change taken back')) onUndone();
  };
  return (
    <div className="staff-row">
      <div className="grid min-w-0 flex-1 basis-[min(14rem,100%)] gap-0.5">
        <p className="wrap-anywhere">
          <strong>{change.label}</strong>: <span className="text-soft">{valueText(setting, change.before)}</span>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> to </span>
          {valueText(setting, change.after)}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          {change.by ? <PersonName badge={false} person={change.by} /> : <span>The operator</span>}
          <RelativeTime className="text-faint" date={change.at} />
        </p>
      </div>
      {canUndo && (
        <Button
          aria-label={`Undo the change of ${change.label}`}
          busy={busy}
          icon={<Undo2 aria-hidden="true" size={16} />}
          onClick={() => void undo()}
          size="sm"
        >
          Undo
        </Button>
      )}
    </div>
  );
}
