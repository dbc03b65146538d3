import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { Input } from '#site/contract/contract.ts';
import { frameHeights, trackFrameHeight } from '#features/embeds/contract/limits.ts';
import { secretLinks } from '#features/secret-links/contract/limits.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { CopyButton } from '#platform/web/ui/controls/copy-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { localTime } from '#platform/web/ui/controls/form/form-body.ts';
import { useForm } from '#platform/web/ui/controls/form/use-form.ts';
import { LinkList } from './link-list.tsx';
import { linkKeys } from './queries.ts';

/** Who is to see a thing. */
export type ChosenVisibility = Input<'PUT /uploads/:uploadId/visibility'>['body']['visibility'];

/** Props of {@link ShareDialog}. */
export interface ShareDialogProps {
  title: string;
  /** Address of its page below the site's root. */
  path: string;
  /** Address of its small player; null where it has none. */
  embedPath: string | null;
  /** How many tracks the small player of an upload has; 1 where not given. */
  tracks?: number;
  isPublic: boolean;
  /** For its author: what secret links are made for, and how its visibility is changed. */
  own: {
    kind: Input<'POST /secret-links'>['body']['kind'];
    contentId: string;
    setVisibility: (visibility: ChosenVisibility, releaseAt?: string | null) => Promise<void>;
    /** Of an album: its release date. */
    release?: { at: string | null } | null;
  } | null;
  onClose: () => void;
}

const choices = [
  { value: 'public', label: 'Everybody' },
  { value: 'link', label: 'Whoever has a secret link' },
  { value: 'private', label: 'Only me' },
] as const;

/** Ways to share something: its address, its small player for other sites, and for its author secret links. */
export default function ShareDialog({ title, path, embedPath, tracks = 1, isPublic, own, onClose }: ShareDialogProps) {
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open title={`Share “${title}”`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {own && <VisibilityField isPublic={isPublic} own={own} />}
        {own?.release && <ReleaseField at={own.release.at} own={own} />}
        {isPublic && (
          <>
            <CopyField label="Link" value={new URL(path, location.origin).href} />
            {embedPath !== null && (
              <CopyField
                hint="A small frame for another site. It sets no cookies."
                label="Embed"
                value={embedCode(embedPath, title, tracks)}
              />
            )}
          </>
        )}
        {own && <SecretLinks own={own} />}
      </div>
    </Dialog>
  );
}

/** The frame of a small player, as HTML for another site. */
function embedCode(embedPath: string, title: string, tracks: number): string {
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const kind = embedPath.split('/')[2];
  const height = kind === 'set' || kind === 'party' ? frameHeights[kind] : trackFrameHeight(tracks);
  const src = new URL(embedPath, location.origin).href;
  return `<iframe src="${src}" title="${name}" width="100%" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={label}
          onFocus={(event) => event.target.select()}
          readOnly
          value={value}
        />
        <CopyButton value={value} />
      </div>
      {hint !== undefined && <p className="text-sm text-faint">{hint}</p>}
    </div>
  );
}

type Own = NonNullable<ShareDialogProps['own']>;

function VisibilityField({ own, isPublic }: { own: Own; isPublic: boolean }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenVisibility>(isPublic ? 'public' : 'link');
  const [busy, setBusy] = useState(false);
  const choose = async (visibility: ChosenVisibility) => {
    const before = chosen;
    setChosen(visibility);
    setBusy(true);
    try {
      await own.setVisibility(visibility);
      await client.invalidateQueries({ queryKey: linkKeys.all });
    } catch (error) {
      setChosen(before);
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SelectField
      disabled={busy}
      hint={
        chosen === 'private'
          ? 'All its secret links have ended. Staff can see it, too.'
          : chosen === 'link'
            ? 'It is in no list and no search. Staff can see it, too.'
            : undefined
      }
      label="Who sees it"
      onChange={(event) => void choose(event.target.value as ChosenVisibility)}
      options={choices}
      value={chosen}
    />
  );
}

function ReleaseField({ own, at }: { own: Own; at: string | null }) {
  const { busy, field, formProps } = useForm('PUT /sets/:itemId/visibility', {
    async send({ body }) {
      await own.setVisibility('public', body.releaseAt);
      toast({ title: 'Release date saved', kind: 'success' });
    },
  });
  return (
    <form className="grid gap-1.5" {...formProps}>
      <div className="flex items-end gap-2">
        <TextField
          {...field('releaseAt')}
          className="min-w-0 flex-1"
          defaultValue={localTime(at)}
          label="Release date"
          type="datetime-local"
        />
        <Button busy={busy} type="submit">
          Release
        </Button>
      </div>
      <p className="text-sm text-faint">
        A time to come opens the album then, with its private tracks. Until then its page shows its title and counts
        down.
      </p>
    </form>
  );
}

const expiries = secretLinks.hours.map((hours) => ({
  value: hours === null ? '' : String(hours),
  label:
    hours === null ? 'Never' : hours < 24 ? 'After an hour' : hours === 24 ? 'After a day' : `After ${hours / 24} days`,
}));

function SecretLinks({ own }: { own: Own }) {
  const client = useQueryClient();
  const [address, setAddress] = useState<string | null>(null);
  const { kind, contentId } = own;
  const { busy, field, formProps } = useForm('POST /secret-links', {
    body: { kind, contentId },
    async onSent(link, { element }) {
      setAddress(new URL(link.address, location.origin).href);
      element.reset();
      await client.invalidateQueries({ queryKey: linkKeys.all });
    },
  });
  return (
    <section
      aria-labelledby="secret-links"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-hairline pt-4"
    >
      <div>
        <h3 className="heading text-base" id="secret-links">
          Secret links
        </h3>
        <p className="text-sm text-soft">Whoever has one can listen, until it expires or you revoke it.</p>
      </div>
      <form className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto] sm:items-end" {...formProps}>
        <TextField {...field('label')} aside="optional" label="For" placeholder="A name, for your list" />
        <SelectField {...field('hours')} data-number defaultValue="168" label="Expires" options={expiries} />
        <Button busy={busy} icon={<Link2 aria-hidden="true" size={16} />} type="submit">
          Make a link
        </Button>
      </form>
      {address !== null && (
        <div className="rounded-control border border-accent-text/40 bg-accent-wash p-3" role="status">
          <CopyField hint="Copy it now: it is shown this once." label="Your new link" value={address} />
        </div>
      )}
      <LinkList contentId={own.contentId} />
      <p className="text-sm">
        <AppLink className="text-secondary-text hover:underline" to="/secret-links">
          All your secret links
        </AppLink>
      </p>
    </section>
  );
}
