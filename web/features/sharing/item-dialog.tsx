import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import type { Viewer } from '#contract/accounts.ts';
import { archiveRightsWording } from '#contract/limits/archives.ts';
import {
  type KitLicence,
  type SharingField,
  type SharingKind,
  kitLicences,
  rightsWording,
  sharing,
  sharingTypes,
} from '#contract/limits/sharing.ts';
import type { SharedItem } from '#contract/sharing.ts';
import { DiffText } from '#web/features/content/diff-text.tsx';
import { FileField } from '#web/features/media/file-field.tsx';
import { useCall } from '#web/lib/api.ts';
import { type Call, CallError } from '#web/lib/call.ts';
import { useTransfers } from '#web/lib/transfers.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { putItem, staleLists } from './cache.ts';
import { at } from './endpoints.ts';
import { sharingWords } from './words.ts';
import { parseUrl } from '#web/lib/parse-url.ts';

/** Props of {@link ItemDialog}. */
export interface ItemDialogProps {
  kind: SharingKind;
  viewer: Viewer;
  /** What is edited; null for a new one. */
  item: SharedItem | null;
  onClose: () => void;
}

/** Fields that are texts, as they are typed. */
interface Texts {
  readonly title: string;
  readonly artist: string;
  readonly description: string;
  readonly url: string;
  readonly tags: string;
  readonly type: string;
  readonly licence: KitLicence;
  readonly licenceText: string;
  readonly price: string;
}

const uploadPath = /^\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

const visibilities = [
  { value: 'public', label: 'Everybody' },
  { value: 'link', label: 'Whoever has a secret link' },
  { value: 'private', label: 'Only me' },
] as const;

/** The upload of this site that an address is of. */
function uploadIn(address: string): string | null {
  const url = parseUrl(address.trim());
  return url?.origin === location.origin ? (uploadPath.exec(url.pathname)?.[1] ?? null) : null;
}

function textsOf(kind: SharingKind, item: SharedItem | null): Texts {
  const track = item?.track;
  return {
    title: item?.title ?? '',
    artist: item?.artist ?? '',
    description: item?.source ?? '',
    url: track ? `${location.origin}/uploads/${track.uploadId}` : (item?.url ?? ''),
    tags: item?.tags.join(', ') ?? '',
    type: item?.type ?? sharingTypes[kind].types?.[0].key ?? '',
    licence: item?.licence?.key ?? kitLicences[0].key,
    licenceText: item?.licence?.text ?? '',
    price: item?.price?.toString() ?? '',
  };
}

/** The first sound of an upload of this site. */
async function trackOf(call: Call, uploadId: string): Promise<{ uploadId: string; trackId: string } | null> {
  const { files } = await call('GET /uploads/:uploadId', { params: { uploadId } });
  const sound = files.find((file) => file.kind === 'audio');
  return sound ? { uploadId, trackId: sound.trackId } : null;
}

/** The form of every type: its fields are those of the type. */
export default function ItemDialog({ kind, viewer, item, onClose }: ItemDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const { fields: own, noun } = sharingTypes[kind];
  const has = (field: SharingField): boolean => (own as readonly SharingField[]).includes(field);
  const isCover = has('cover');
  const hasFile = isCover || has('preview');
  const transfers = useTransfers('sharing_preview', `${kind}:${item?.id ?? 'new'}:${viewer.id}`);
  const archives = useTransfers('sharing_archive', `${kind}:${item?.id ?? 'new'}:archive:${viewer.id}`);
  const hasArchive = has('archive') && (item ? item.archive !== null : archives.items.length > 0);
  const isBusy = transfers.isBusy || archives.isBusy;
  const [texts, setTexts] = useState(() => textsOf(kind, item));
  const [rights, setRights] = useState(item !== null);
  const [visibility, setVisibility] = useState<'public' | 'link' | 'private'>('public');
  const [isAdult, setIsAdult] = useState(item?.isAdult ?? false);
  const [isPreviewDropped, setIsPreviewDropped] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // Somebody else was faster: what is saved next goes on top of that.
  const [newest, setNewest] = useState<SharedItem | null>(null);
  // Made once: sending the same form twice makes one thing.
  const [submitId] = useState(() => crypto.randomUUID());
  const sending = useRef(false);
  const words = sharingWords[kind];

  const formOf = async () => {
    const uploadId = has('track') ? uploadIn(texts.url) : null;
    const track = uploadId === null ? null : await trackOf(call, uploadId);
    const [fileId] = transfers.fileIds;
    const [archiveFileId = null] = archives.fileIds;
    const { title, description, tags, artist, type, licence, licenceText } = texts;
    const price = hasArchive && texts.price.trim() !== '' ? Number(texts.price) : null;
    return {
      title,
      description,
      tags,
      url: track ? '' : texts.url,
      ...(has('artist') && { artist }),
      ...(has('track') && { track }),
      ...(has('type') && { type }),
      ...(has('licence') && { licence, licenceText: licence === 'own' ? licenceText : '' }),
      ...(has('rights') && { rights }),
      ...(has('archive') && { price, ...(!item && { archiveFileId, rights }) }),
      ...(hasFile && fileId !== undefined && { previewFileId: fileId }),
      ...(hasFile && fileId === undefined && isPreviewDropped && { previewFileId: null }),
      isAdult,
    };
  };
  const create = async () => {
    const made = await call(at(kind, 'POST /songs'), {
      body: { ...(await formOf()), ...(has('visibility') && { visibility }), submitId },
    });
    if (made.visibility === 'held' && !made.isPending)
      toast({ title: 'Held for review', description: made.notice ?? undefined, kind: 'info' });
    else toast({ ...words.created, kind: 'success' });
  };
  const save = async (edited: SharedItem) => {
    const params = { itemId: edited.id };
    const baseVersion = (newest ?? edited).version;
    try {
      putItem(
        client,
        await call(at(kind, 'PATCH /songs/:itemId'), { params, body: { ...(await formOf()), baseVersion } }),
      );
    } catch (error) {
      if (error instanceof CallError && error.code === 'edit_conflict')
        await call(at(kind, 'GET /songs/:itemId'), { params }).then(setNewest, failureToast);
      throw error;
    }
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending.current || isBusy) return;
    sending.current = true;
    setBusy(true);
    setErrors({});
    try {
      await (item ? save(item) : create());
      transfers.clear();
      archives.clear();
      staleLists(client, kind);
      onClose();
    } catch (error) {
      if (error instanceof CallError) setErrors(error.fields);
      failureToast(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const field = <K extends keyof Texts>(name: K) => ({
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setTexts({ ...texts, [name]: event.target.value }),
    value: texts[name],
  });
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} disabled={isBusy} form="item-form" type="submit" variant="primary">
            {item ? (newest ? 'Save on top' : 'Save') : words.submit}
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      title={item ? `Edit the ${noun}` : words.formTitle}
    >
      <form className="grid gap-4" id="item-form" noValidate onSubmit={(event) => void send(event)}>
        {item && newest && <Newest before={item} newest={newest} />}
        <TextField {...field('title')} label="Title" maxLength={sharing.titleMax} />
        {has('artist') && (
          <TextField {...field('artist')} aside="optional" label="Artist" maxLength={sharing.artistMax} />
        )}
        {has('type') && (
          <SelectField
            {...field('type')}
            label="Type"
            options={(sharingTypes[kind].types ?? []).map(({ key, label }) => ({ value: key, label }))}
          />
        )}
        <TextArea
          {...field('description')}
          aside="optional"
          label="Description"
          maxLength={sharing.descriptionMax}
          rows={4}
        />
        {has('archive') && !item && (
          <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <legend className="mb-1.5 text-sm font-semibold">Archive</legend>
            <FileField
              hint="A ZIP that can be heard and downloaded here"
              kinds={['archive']}
              label="Add an archive"
              max={1}
              transfers={archives}
            />
          </fieldset>
        )}
        {hasArchive && (
          <TextField
            {...field('price')}
            aside="optional"
            hint="In credits, paid to you once by each who wants it; 1 credit is 1¢"
            inputMode="numeric"
            label="Price"
            mono
          />
        )}
        {words.address && (
          <TextField
            {...field('url')}
            aside={words.address.isOptional || hasArchive ? 'optional' : undefined}
            hint={words.address.hint}
            inputMode="url"
            label={words.address.label}
            maxLength={sharing.addressMax}
          />
        )}
        <TextField
          {...field('tags')}
          aside="optional"
          hint={`Separated by commas, at most ${sharing.tagsMax}`}
          label="Tags"
          maxLength={sharing.tagsTextMax}
        />
        {has('visibility') && !item && (
          <SelectField
            label="Who sees it"
            onChange={(event) => setVisibility(event.target.value as typeof visibility)}
            options={visibilities}
            value={visibility}
          />
        )}
        {hasFile && (
          <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <legend className="mb-1.5 text-sm font-semibold">{isCover ? 'Cover' : 'Preview'}</legend>
            {item?.preview && transfers.items.length === 0 && (
              <Checkbox
                checked={isPreviewDropped}
                label={`Take out ${item.preview.name}`}
                onChange={(event) => setIsPreviewDropped(event.target.checked)}
              />
            )}
            <FileField
              hint={isCover ? 'A square picture looks best' : 'A picture or a sound to judge it by'}
              kinds={isCover ? ['image'] : ['image', 'audio']}
              label={isCover ? 'Add a cover' : 'Add a preview'}
              max={1}
              transfers={transfers}
            />
          </fieldset>
        )}
        {has('licence') && (
          <SelectField
            {...field('licence')}
            label="Licence"
            options={kitLicences.map(({ key, label }) => ({ value: key, label }))}
          />
        )}
        {has('licence') && texts.licence === 'own' && (
          <TextArea {...field('licenceText')} label="Your terms" maxLength={sharing.licenceTextMax} rows={3} />
        )}
        {has('archive') && !item && hasArchive && (
          <Checkbox
            checked={rights}
            label={archiveRightsWording}
            onChange={(event) => setRights(event.target.checked)}
          />
        )}
        {has('rights') && !item && (
          <Checkbox checked={rights} label={rightsWording} onChange={(event) => setRights(event.target.checked)} />
        )}
        {(viewer.adult || isAdult) && (
          <Checkbox
            checked={isAdult}
            hint="Shown to members who have said that they are adults, covered until they click."
            label="This is 18+"
            onChange={(event) => setIsAdult(event.target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}

/** What somebody else has changed since the form was opened. */
function Newest({ before, newest }: { before: SharedItem; newest: SharedItem }) {
  const textOf = ({ title, artist, url, tags, source }: SharedItem): string =>
    [title, artist, url, tags.join(', '), source].filter(Boolean).join('\n');
  return (
    <section
      aria-label="The newest version"
      className="grid gap-2 rounded-control border border-accent-text/40 bg-accent-wash p-3"
    >
      <p className="text-sm">
        <strong className="font-bold">Edited meanwhile.</strong> This is what has changed since you began. Your fields
        below are untouched: take over what you want, then save on top of it.
      </p>
      <DiffText after={textOf(newest)} before={textOf(before)} />
    </section>
  );
}
