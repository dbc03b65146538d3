import { z } from 'zod';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { archive as archiveLimits } from '#platform/contract/archive-limits.ts';
import { type SharingField, type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { kitLicences, sharing as limits } from './limits.ts';
import { id, withScheme } from '#platform/contract/shapes.ts';

/** What every form of this feature has. Empty required fields are refused by the handler, in the type's own words. */
const commonFields = {
  title: z.string().trim().max(limits.titleMax).default(''),
  description: z.string().trim().max(limits.descriptionMax).default(''),
  url: z.string().trim().max(limits.addressMax).transform(withScheme).default(''),
  /** Separated by commas. */
  tags: z.string().max(limits.tagsTextMax).default(''),
};

/** What only some types have. */
const ownFields = {
  artist: z.string().trim().max(limits.artistMax).optional(),
  /** A track of this site; then there is no address. */
  track: z.object({ uploadId: id, trackId: id }).nullable().optional(),
  type: z.string().optional(),
  /** A staged file of the purpose `sharing_preview`; null for none. On an edit the one that is there stays when it is left out. */
  previewFileId: id.nullable().optional(),
  licence: z.enum(kitLicences.map(({ key }) => key)).optional(),
  /** For the licence `own`. */
  licenceText: z.string().trim().max(limits.licenceTextMax).optional(),
  /** Confirms `rightsWording`, or `archiveRightsWording` for an archive; needed once. */
  rights: z.boolean().optional(),
  /** A staged file of the purpose `sharing_archive`, for a new thing; later ones are versions of it. */
  archiveFileId: id.nullable().optional(),
  /** Credits that the archive costs; null for nothing. */
  price: z.int().min(archiveLimits.priceMin).max(archiveLimits.priceMax).nullable().optional(),
};

const fieldNames: Readonly<Record<SharingField, readonly (keyof typeof ownFields)[]>> = {
  artist: ['artist'],
  track: ['track'],
  type: ['type'],
  preview: ['previewFileId'],
  cover: ['previewFileId'],
  visibility: [],
  licence: ['licence', 'licenceText'],
  rights: ['rights'],
  archive: ['archiveFileId', 'rights', 'price'],
};

/** A choice among types. */
export const keysOf = (types: readonly { readonly key: string }[]) =>
  z.enum(types.map(({ key }) => key) as [string, ...string[]]);

/** The fields of a type's form. Others are not read; the compiler sees one form for all types. */
export function formOf(kind: SharingKind): z.ZodObject<typeof commonFields & typeof ownFields> {
  const { fields, types } = sharingTypes[kind];
  const names = fields.flatMap((field) => fieldNames[field]);
  const own: Partial<Record<keyof typeof ownFields, z.ZodType>> = { ...ownFields };
  if (types) own.type = keysOf(types).default(types[0].key);
  const shape = { ...commonFields, ...Object.fromEntries(names.map((name) => [name, own[name]])) };
  return z.object(shape) as unknown as z.ZodObject<typeof commonFields & typeof ownFields>;
}

/** What the checks of a form may refuse. */
export const formErrors = [
  'required_fields',
  'song_incomplete',
  'song_address_unknown',
  'address_not_usable',
  'rights_required',
  'track_not_found',
  'name_unreadable',
  'file_not_usable',
  'file_failed',
  'price_without_archive',
  'content_blocked',
  'adults_only',
  'too_complex',
] as const satisfies readonly ErrorCode[];
