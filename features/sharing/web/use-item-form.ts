import type { Input } from '#site/contract/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { type SharingField, type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { type KitLicence, kitLicences } from '#features/sharing/contract/limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { type Call, CallError } from '#platform/web/lib/call.ts';
import { useAltTexts } from '#content/media/web/use-alt-texts.ts';
import { useTransfers } from '#content/media/web/transfers/transfers.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { items, putItem } from './cache.ts';
import { at } from './endpoints.ts';
import { sharingWords } from './words.ts';
import { parseUrl } from '#platform/web/lib/parse-url.ts';
import { type CheckedControl, wrongFields } from '#platform/web/ui/controls/form/field-check.ts';
import { numberOf } from '#platform/web/ui/controls/form/number.ts';

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

/** The form as it is sent. */
async function bodyOf(
  call: Call,
  form: {
    has(field: SharingField): boolean;
    readonly texts: Texts;
    readonly item: SharedItem | null;
    readonly hasArchive: boolean;
    readonly rights: boolean;
    readonly isAdult: boolean;
    readonly isPreviewDropped: boolean;
    readonly previewFileId: string | undefined;
    readonly archiveFileId: string | null;
  },
) {
  const { has, texts, item, hasArchive, rights, isAdult, isPreviewDropped, previewFileId, archiveFileId } = form;
  const hasFile = has('cover') || has('preview');
  const uploadId = has('track') ? uploadIn(texts.url) : null;
  const track = uploadId === null ? null : await trackOf(call, uploadId);
  const { title, description, tags, artist, type, licence, licenceText } = texts;
  const price = hasArchive ? numberOf(texts.price) : null;
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
    ...(hasFile && previewFileId !== undefined && { previewFileId }),
    ...(hasFile && previewFileId === undefined && isPreviewDropped && { previewFileId: null }),
    isAdult,
  };
}

/** Shares a new thing, and says what became of it. */
async function createItem(call: Call, kind: SharingKind, body: Input<'POST /songs'>['body']): Promise<void> {
  const created = await call(at(kind, 'POST /songs'), { body });
  if (created.visibility === 'held' && !created.isPending)
    toast({ title: 'Held for review', description: created.notice ?? undefined, kind: 'info' });
  else toast({ ...sharingWords[kind].created, kind: 'success' });
}

/** Options of {@link useItemForm}. */
interface ItemFormOptions {
  kind: SharingKind;
  viewer: Viewer;
  item: SharedItem | null;
  onClose: () => void;
}

/** The state of an item's form, and how it is sent. @param item the edited one; null for a new one */
export function useItemForm({ kind, viewer, item, onClose }: ItemFormOptions) {
  const call = useCall();
  const client = useQueryClient();
  const { fields: own } = sharingTypes[kind];
  const has = (field: SharingField): boolean => (own as readonly SharingField[]).includes(field);
  const transfers = useTransfers('sharing_preview', `${kind}:${item?.id ?? 'new'}:${viewer.id}`);
  const archives = useTransfers('sharing_archive', `${kind}:${item?.id ?? 'new'}:archive:${viewer.id}`);
  const hasArchive = has('archive') && (item ? item.archive !== null : archives.items.length > 0);
  const altTexts = useAltTexts(item?.preview ? [item.preview] : []);
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

  const formOf = () =>
    bodyOf(call, {
      has,
      texts,
      item,
      hasArchive,
      rights,
      isAdult,
      isPreviewDropped,
      previewFileId: transfers.fileIds[0],
      archiveFileId: archives.fileIds[0] ?? null,
    });
  const create = async () =>
    await createItem(call, kind, { ...(await formOf()), ...(has('visibility') && { visibility }), submitId });
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
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current || isBusy) return;
    const wrong = wrongFields(event.currentTarget.elements as Iterable<Element> as Iterable<CheckedControl>);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    sending.current = true;
    setBusy(true);
    try {
      await Promise.all([transfers.saveDescriptions(), altTexts.save()]);
      await (item ? save(item) : create());
      transfers.clear();
      archives.clear();
      items[kind].stale(client);
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
  return {
    has,
    field,
    texts,
    newest,
    transfers,
    altTexts,
    archives,
    hasArchive,
    isBusy,
    isSending: busy,
    errors,
    send,
    rights: { value: rights, set: setRights },
    visibility: { value: visibility, set: setVisibility },
    adult: { value: isAdult, set: setIsAdult },
    previewDropped: { value: isPreviewDropped, set: setIsPreviewDropped },
  };
}

/** The form of a thing, as its fields use it. */
export type ItemForm = ReturnType<typeof useItemForm>;
