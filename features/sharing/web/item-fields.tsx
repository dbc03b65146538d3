import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { archive, archiveRightsWording } from '#platform/contract/archive-limits.ts';
import { type SharingKind, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import { kitLicences, rightsWording, sharing } from '#features/sharing/contract/limits.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { AltTextField } from '#content/media/web/alt-text-field.tsx';
import { FileField } from '#content/media/web/file-field.tsx';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';
import { TextArea } from '#platform/web/ui/controls/form/text-area.tsx';
import { TextField } from '#platform/web/ui/controls/form/text-field.tsx';
import { sharingWords } from './words.ts';

import type { ItemForm } from './use-item-form.ts';

const visibilities = [
  { value: 'public', label: 'Everybody' },
  { value: 'link', label: 'Whoever has a secret link' },
  { value: 'private', label: 'Only me' },
] as const;

interface ItemFieldsProps {
  form: ItemForm;
  kind: SharingKind;
  viewer: Viewer;
  item: SharedItem | null;
}

/** The fields of a type. */
export function ItemFields(props: ItemFieldsProps) {
  return (
    <>
      <TextFields {...props} />
      <Choices {...props} />
    </>
  );
}

/** What it is, and where. */
function TextFields({ form, kind, item }: ItemFieldsProps) {
  const { has, field, hasArchive, archives } = form;
  const words = sharingWords[kind];
  return (
    <>
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
          data-number
          inputMode="numeric"
          label="Price"
          max={archive.priceMax}
          min={archive.priceMin}
          mono
          name="price"
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
    </>
  );
}

/** Who sees it, its picture, and its terms. */
function Choices({ form, viewer, item }: ItemFieldsProps) {
  const { has, field, texts, transfers, altTexts, hasArchive, rights, visibility, adult, previewDropped } = form;
  const isCover = has('cover');
  const hasFile = isCover || has('preview');
  return (
    <>
      {has('visibility') && !item && (
        <SelectField
          label="Who sees it"
          onChange={(event) => visibility.set(event.target.value as typeof visibility.value)}
          options={visibilities}
          value={visibility.value}
        />
      )}
      {hasFile && (
        <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{isCover ? 'Cover' : 'Preview'}</legend>
          {item?.preview && transfers.items.length === 0 && (
            <Checkbox
              checked={previewDropped.value}
              label={`Take out ${item.preview.name}`}
              onChange={(event) => previewDropped.set(event.target.checked)}
            />
          )}
          {item?.preview?.kind === 'image' && transfers.items.length === 0 && !previewDropped.value && (
            <AltTextField
              name={item.preview.name}
              onChange={(text) => item.preview && altTexts.set(item.preview, text)}
              value={altTexts.of(item.preview)}
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
          label="License"
          options={kitLicences.map(({ key, label }) => ({ value: key, label }))}
        />
      )}
      {has('licence') && texts.licence === 'own' && (
        <TextArea {...field('licenceText')} label="Your terms" maxLength={sharing.licenceTextMax} rows={3} />
      )}
      {has('archive') && !item && hasArchive && (
        <Checkbox
          checked={rights.value}
          label={archiveRightsWording}
          onChange={(event) => rights.set(event.target.checked)}
        />
      )}
      {has('rights') && !item && (
        <Checkbox checked={rights.value} label={rightsWording} onChange={(event) => rights.set(event.target.checked)} />
      )}
      {(viewer.adult || adult.value) && (
        <Checkbox
          checked={adult.value}
          hint="Shown to members who have said that they are adults, covered until they click."
          label="This is 18+"
          onChange={(event) => adult.set(event.target.checked)}
        />
      )}
    </>
  );
}
