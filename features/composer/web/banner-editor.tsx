import { filePurposes } from '#content/media/contract/limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ImagePlus, Lock, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { fileErrors } from '#platform/contract/file-errors.ts';
import { bannerTransferFailure } from '#platform/contract/shown-errors.ts';
import type { BannerSettings, OwnBanner } from '#features/forum/contract/endpoints.ts';
import { glowStyle } from '#content/core/web/banner-style.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { TransferWait } from '#content/media/web/transfer-wait.tsx';
import { type TransferItem, isUnexplained, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Switch } from '#platform/web/ui/controls/checkbox.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { GlowFields } from './glow-fields.tsx';
import { bannerQuery } from './queries.ts';

/** What the form around it asks of the editor. */
export interface BannerHandle {
  /** Saves what was changed and not saved. @returns false when it could not be; a toast has said why */
  saveChanges(): Promise<boolean>;
}

/**
 * The member's banner over new posts: off, or on with an image and a glow. Without the right to it, locked and seen.
 */
export function BannerEditor({ viewer, handle }: { viewer: Viewer; handle: RefObject<BannerHandle | null> }) {
  const call = useCall();
  const { data, isError, isFetching, refetch } = useQuery(bannerQuery(call));
  if (data) return <Editor banner={data} handle={handle} viewer={viewer} />;
  if (isError)
    return (
      <ErrorState busy={isFetching} compact onRetry={() => void refetch()} title="Your banner could not be loaded." />
    );
  return <Skeleton className="h-24" />;
}

const bannerKeys = [
  'enabled',
  'fileId',
  'glowEnabled',
  'glowColor',
  'glowIntensity',
] as const satisfies readonly (keyof BannerSettings)[];

function Editor({
  banner,
  viewer,
  handle,
}: {
  banner: OwnBanner;
  viewer: Viewer;
  handle: RefObject<BannerHandle | null>;
}) {
  const call = useCall();
  const client = useQueryClient();
  const transfers = useTransfers('forum_banner', `forum-banner:${viewer.id}`);
  const [settings, setSettings] = useState<BannerSettings>(banner.settings);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<BannerSettings>) => setSettings((old) => ({ ...old, ...part }));
  const item = transfers.items.at(-1);
  useArrival(item, (fileId) => change({ fileId }), transfers.remove);
  const imageUrl =
    (item?.state === 'failed' ? null : item?.previewUrl) ?? (settings.fileId === null ? null : banner.imageUrl);
  const isLocked = !banner.mayUse;
  // Who has lost the right may still turn it off.
  const mayToggle = banner.mayUse || banner.settings.enabled;
  const choose = (file: File | undefined) => {
    if (!file) return;
    for (const old of transfers.items) transfers.remove(old.id);
    transfers.add([file]);
  };
  const save = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const saved = await call('PUT /forum/banner', { body: settings });
      client.setQueryData(bannerQuery(call).queryKey, saved);
      setSettings(saved.settings);
      transfers.clear();
      toast({ title: 'Success', description: 'Banner settings saved successfully', kind: 'success' });
      return true;
    } catch (error) {
      failureToast(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  useImperativeHandle(handle, () => ({
    async saveChanges() {
      if (transfers.isBusy) {
        toast({
          title: 'Banner not finished',
          description: 'Its image is still on the way. Wait for it, or remove it.',
          kind: 'error',
        });
        return false;
      }
      const isChanged = bannerKeys.some((key) => settings[key] !== banner.settings[key]);
      return isChanged && mayToggle ? await save() : true;
    },
  }));
  return (
    <section
      aria-label="Banner"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border border-hairline p-3"
    >
      {isLocked && <LockedBanner />}
      <Switch
        checked={settings.enabled}
        disabled={!mayToggle}
        hint="It stands over every post that you write from now on."
        label="Custom banner"
        onChange={(event) => change({ enabled: event.target.checked })}
      />
      {(settings.enabled || isLocked) && (
        <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3" disabled={isLocked}>
          <legend className="sr-only">Banner settings</legend>
          <Preview imageUrl={imageUrl} settings={settings} />
          <ImageChoice
            hasImage={imageUrl !== null}
            isBusy={transfers.isBusy}
            onChoose={choose}
            onRemove={() => {
              for (const old of transfers.items) transfers.remove(old.id);
              change({ fileId: null });
            }}
          />
          <TransferWait item={transfers.items.at(-1)} />
          <GlowFields onChange={change} settings={settings} />
        </fieldset>
      )}
      {mayToggle && (
        <div>
          <Button busy={busy} disabled={transfers.isBusy} onClick={() => void save()} size="sm">
            Save banner
          </Button>
        </div>
      )}
    </section>
  );
}

/** What is missing to have a banner, and where to get it. */
function LockedBanner() {
  return (
    <p className="flex items-start gap-2 text-sm text-soft">
      <Lock aria-hidden="true" className="mt-[0.15em] shrink-0 text-accent-text" size={15} />
      <span>
        <strong className="font-bold text-text">{fileErrors.banner_not_allowed.title}.</strong>{' '}
        {fileErrors.banner_not_allowed.text}{' '}
        <AppLink className="font-semibold text-primary-text hover:underline" to="/upgrades">
          See upgrades
        </AppLink>
      </span>
    </p>
  );
}

/** Chooses the image of the banner, or takes it off. */
function ImageChoice(props: {
  hasImage: boolean;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
  onRemove: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        ref={input}
        accept="image/*"
        aria-hidden="true"
        className="hidden"
        data-testid="banner-input"
        onChange={(event) => {
          props.onChoose(event.target.files?.[0]);
          event.target.value = '';
        }}
        tabIndex={-1}
        type="file"
      />
      <Button
        busy={props.isBusy}
        busyLabel="Uploading…"
        icon={<ImagePlus aria-hidden="true" size={16} />}
        onClick={() => input.current?.click()}
        size="sm"
      >
        {props.hasImage ? 'Change image' : 'Choose image'}
      </Button>
      {props.hasImage && (
        <Button icon={<Trash2 aria-hidden="true" size={15} />} onClick={props.onRemove} size="sm" variant="ghost">
          Remove image
        </Button>
      )}
      <span className="text-xs text-faint">An image under {filePurposes.forum_banner.maxBytes / 1024 / 1024} MB.</span>
    </div>
  );
}

/** Shows once what became of the chosen image. */
function useArrival(
  item: TransferItem | undefined,
  onHere: (fileId: string) => void,
  remove: (id: string) => void,
): void {
  const lastShown = useRef('');
  useEffect(() => {
    if (!item || lastShown.current === `${item.id} ${item.state}`) return;
    lastShown.current = `${item.id} ${item.state}`;
    if (item.state === 'done' && item.fileId !== null) {
      onHere(item.fileId);
      // What an earlier page has left is no news.
      if (item.file) toast({ title: 'Success', description: 'Banner uploaded successfully', kind: 'success' });
    } else if (item.state === 'failed' && item.error) {
      const { title, detail } = item.error;
      toast(
        isUnexplained(item.error)
          ? { title: bannerTransferFailure.title, description: bannerTransferFailure.text, kind: 'error' }
          : { title, description: detail, kind: 'error' },
      );
      remove(item.id);
    } else if (item.state === 'unfinished') remove(item.id);
  });
}

/** Preview of a post with the banner. */
function Preview({ settings, imageUrl }: { settings: BannerSettings; imageUrl: string | null }) {
  return (
    <div aria-label="Preview" className="overflow-hidden rounded-control p-6" role="img">
      <div
        className="overflow-hidden rounded-card border border-hairline bg-surface"
        style={glowStyle({ ...settings, imageUrl })}
      >
        {imageUrl !== null && (
          <img alt="" className="h-20 w-full border-b border-hairline object-cover" src={imageUrl} />
        )}
        <div className="grid gap-2 p-3">
          <span className="h-3 w-1/2 rounded-full bg-pressed" />
          <span className="h-2 w-5/6 rounded-full bg-hover" />
        </div>
      </div>
    </div>
  );
}
