import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { DigestRhythm } from '#people/notifications/contract/limits.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { useOptimisticValue } from '#platform/web/lib/optimistic.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { PushCard } from './push-card.tsx';
import { notificationSettingsQuery, pushQuery } from './queries.ts';

type Settings = Reply<'GET /notifications/settings'>;
type Channels = Settings['items'][number];
type Way = 'site' | 'push' | 'email';

const rhythms: readonly { value: DigestRhythm; label: string }[] = [
  { value: 'off', label: 'Never' },
  { value: 'daily', label: 'Once a day' },
  { value: 'weekly', label: 'Once a week' },
];

/**
 * The section Notifications of the settings: where the member hears of what, and how often by mail. Each tick saves.
 */
export function NotificationsSection() {
  const call = useCall();
  const client = useQueryClient();
  const query = useQuery(notificationSettingsQuery(call));
  const settings = query.data;
  const push = useQuery(pushQuery(call)).data;

  /** Optimistic update of one setting; after a refusal the settings are fetched again. */
  const change = async (shown: (settings: Settings) => Settings, work: () => Promise<unknown>) => {
    const { queryKey } = notificationSettingsQuery(call);
    await client.cancelQueries({ queryKey });
    client.setQueryData<Settings>(queryKey, (known) => known && shown(known));
    try {
      await work();
    } catch (error) {
      await client.invalidateQueries({ queryKey });
      failureToast(error);
    }
  };
  const changeKind = ({ kind }: Channels, way: Way, on: boolean) =>
    change(
      (known) => ({ ...known, items: known.items.map((item) => (item.kind === kind ? { ...item, [way]: on } : item)) }),
      () => call('PATCH /notifications/settings/:kind', { params: { kind }, body: { [way]: on } }),
    );
  const changeDigest = (digest: DigestRhythm) =>
    change(
      (known) => ({ ...known, digest }),
      () => call('PUT /notifications/digest', { body: { rhythm: digest } }),
    );

  return (
    <section className="scroll-mt-20" id="notifications">
      <h2 className="heading mt-8 mb-3 text-xl">Notifications</h2>
      {query.error && !settings && (
        <ErrorState
          busy={query.isFetching}
          compact
          onRetry={() => void query.refetch()}
          title="Your notification settings could not be loaded."
        />
      )}
      {!settings && !query.error && <ListSkeleton rows={4} />}
      {settings && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SettingsCard
            about="One mail with what you have not read yet. In your first week replies are mailed at once while you are away."
            title="Email digest"
          >
            <Rhythm onChange={changeDigest} value={settings.digest} />
          </SettingsCard>
          <PushCard />
          <SettingsCard
            about="Here is the bell and its page, email is the digest. Decisions of staff always arrive here."
            title="What you hear of"
          >
            <KindTable
              devices={push === undefined || push.publicKey === null ? null : push.devices.length}
              onChange={changeKind}
              settings={settings}
            />
          </SettingsCard>
        </div>
      )}
    </section>
  );
}

/**
 * The chosen value, shown at once: the query's value follows later, and React would reset the control
 * back until then.
 */
function useChosen<T>(value: T, save: (chosen: T) => Promise<void>): [shown: T, choose: (chosen: T) => void] {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const shown = chosen ? chosen.value : value;
  const chosenValue = useOptimisticValue({
    key: useId(),
    value: shown,
    show: (next) => setChosen({ value: next }),
    async send(next) {
      await save(next);
      return () => setChosen(null);
    },
  });
  return [shown, (next) => void chosenValue(() => next)];
}

function Rhythm({ value, onChange }: { value: DigestRhythm; onChange: (rhythm: DigestRhythm) => Promise<void> }) {
  const [shown, choose] = useChosen(value, onChange);
  return (
    <SelectField
      hint="Every mail has a link that ends them at once."
      label="How often"
      onChange={(event) => choose(event.currentTarget.value as DigestRhythm)}
      options={rhythms}
      value={shown}
    />
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (on: boolean) => Promise<void>;
}

function Tick({ label, checked, disabled, onChange }: TickProps) {
  const [shown, choose] = useChosen(checked, onChange);
  return (
    <input
      aria-label={label}
      checked={shown}
      className="checkbox touch-target align-middle"
      disabled={disabled}
      onChange={(event) => choose(event.currentTarget.checked)}
      type="checkbox"
    />
  );
}

function KindTable({
  settings,
  devices,
  onChange,
}: {
  settings: Settings;
  /** How many browsers get pushes; null where the site sends none. */
  devices: number | null;
  onChange: (item: Channels, way: Way, on: boolean) => Promise<void>;
}) {
  const tick = (item: Channels, way: Way, label: string, disabled: boolean) => (
    <td className="w-16 py-2 text-center">
      <Tick checked={item[way]} disabled={disabled} label={label} onChange={(on) => onChange(item, way, on)} />
    </td>
  );
  return (
    <>
      {/* Where letters are enlarged, it is wider than a phone. */}
      <div className="relative overflow-x-auto">
        <table className="w-full">
          <caption className="sr-only">Where you hear of what</caption>
          <thead>
            <tr className="border-b border-hairline text-sm text-soft">
              <th className="py-2 text-start font-semibold" scope="col">
                About
              </th>
              <th className="w-16 py-2 font-semibold" scope="col">
                Here
              </th>
              {devices !== null && (
                <th className="w-16 py-2 font-semibold" scope="col">
                  Device
                </th>
              )}
              <th className="w-16 py-2 font-semibold" scope="col">
                Email
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {settings.items.map((item) => {
              const { label, always } = item;
              return (
                <tr key={item.kind}>
                  <th className="py-2 pe-2 text-start font-medium" scope="row">
                    {label}
                  </th>
                  {tick(item, 'site', `${label}, here`, always)}
                  {devices !== null && tick(item, 'push', `${label}, on your devices`, devices === 0)}
                  {tick(item, 'email', `${label}, by email`, settings.digest === 'off')}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {settings.digest === 'off' && (
        <p className="mt-2 text-xs text-faint">Mails are off: choose above how often you want them.</p>
      )}
    </>
  );
}
