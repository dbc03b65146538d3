import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import type { PushDevice } from '#people/notifications/contract/endpoints.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { type PushAbility, pushAbility, subscribeBrowser, unsubscribeBrowser } from './push-browser.ts';
import { pushQuery } from './queries.ts';

/** There is no change event: it is read on each render, such as after a click. */
const never = () => () => undefined;

/** The browser's own failure, which has no code of ours. */
const NOT_SUBSCRIBED = 'Your browser could not reach its push service. Check your connection and try again.';

/** The browsers that get push notifications, also while no page is open. */
export function PushCard() {
  const call = useCall();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(pushQuery(call));
  // The server cannot know it: the card is drawn without, and the browser adds it.
  const ability = useSyncExternalStore<PushAbility | null>(never, pushAbility, () => null);
  const [busy, setBusy] = useState(false);

  const take = ({ devices }: { devices: readonly PushDevice[] }) =>
    client.setQueryData<Reply<'GET /notifications/push'>>(
      pushQuery(call).queryKey,
      (known) => known && { ...known, devices: [...devices] },
    );
  const doing = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      if (failure instanceof CallError) failureToast(failure);
      else toast({ title: 'Error', description: NOT_SUBSCRIBED, kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const turnOn = (publicKey: string) =>
    doing(async () => {
      const subscription = await subscribeBrowser(publicKey);
      if (subscription === null) return;
      take(await call('PUT /notifications/push', { body: subscription }));
      toast({
        title: 'Notifications are on',
        description: 'This browser notifies you, also while the site is closed.',
      });
    });
  const remove = (device: PushDevice) =>
    doing(async () => {
      if (device.isThis) await unsubscribeBrowser().catch(() => undefined);
      take(await call('DELETE /notifications/push/:deviceId', { params: { deviceId: device.id } }));
    });

  // The operator has switched pushes off: there is nothing to choose.
  if (data?.publicKey === null) return null;
  const publicKey = data?.publicKey;
  const isOn = data?.devices.some((device) => device.isThis) ?? false;
  return (
    <SettingsCard
      about="Notified at once, also while no page is open. It ends when you sign out there."
      title="On your devices"
    >
      {error && !data && (
        <ErrorState
          busy={isFetching}
          compact
          onRetry={() => void refetch()}
          title="Your devices could not be loaded."
        />
      )}
      {!data && !error && <Skeleton className="h-9 w-48" />}
      {data && (
        <div className="grid gap-3">
          {data.devices.length > 0 && (
            <DeviceList busy={busy} devices={data.devices} onRemove={(device) => void remove(device)} />
          )}
          {!isOn && ability !== 'missing' && ability !== 'denied' && (
            <Button
              className="justify-self-start"
              disabled={busy || ability === null}
              onClick={() => void turnOn(publicKey!)}
            >
              Turn on in this browser
            </Button>
          )}
          {ability === 'missing' && (
            <p className="text-sm text-soft">
              This browser cannot be notified while the page is closed. On iPhone and iPad it can once the site is on
              the home screen.
            </p>
          )}
          {ability === 'denied' && !isOn && (
            <p className="text-sm text-soft">
              Notifications are blocked for this site. Allow them in your browser’s settings, then load this page again.
            </p>
          )}
        </div>
      )}
    </SettingsCard>
  );
}

/** The browsers that are notified, each with its button to turn it off. */
function DeviceList(props: { devices: readonly PushDevice[]; busy: boolean; onRemove: (device: PushDevice) => void }) {
  return (
    <ul className="divide-y divide-hairline">
      {props.devices.map((device) => (
        <li className="flex items-center gap-3 py-1.5" key={device.id}>
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words">
              {device.label}
              {device.isThis && ' (this one)'}
            </span>
            <span className="block text-xs text-faint">
              since <RelativeTime date={device.createdAt} />
            </span>
          </span>
          <IconButton
            disabled={props.busy}
            icon={<Trash2 aria-hidden="true" size={16} />}
            label={`Turn off on ${device.label}`}
            onClick={() => props.onRemove(device)}
          />
        </li>
      ))}
    </ul>
  );
}
