import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import { type DownloadChoice, downloads, licences } from '#content/media/contract/limits.ts';
import { SelectField } from '#platform/web/ui/controls/form/select-field.tsx';

const words: Readonly<Record<DownloadChoice, string>> = {
  off: 'Off',
  stream: 'As streamed',
  original: 'The original file',
};

/** Whether a sound or a video may be downloaded, and under which license. */
export function TermsField({
  name,
  terms,
  onChange,
}: {
  /** Of the file. */
  name: string;
  terms: TrackTerms;
  onChange: (terms: TrackTerms) => void;
}) {
  return (
    <fieldset className="grid gap-2 rounded-control border border-hairline px-3 pt-1 pb-3 sm:grid-cols-2">
      <legend className="max-w-full truncate px-1 text-sm font-semibold">Download of {name}</legend>
      <p className="text-sm text-soft sm:col-span-2">
        Listeners can always play it here. Choose what they may save, and under which license.
      </p>
      <SelectField
        label="Download"
        onChange={(event) => onChange({ ...terms, download: event.target.value as TrackTerms['download'] })}
        options={downloads.map((value) => ({ value, label: words[value] }))}
        value={terms.download}
      />
      <SelectField
        label="License"
        onChange={(event) => onChange({ ...terms, licence: event.target.value as TrackTerms['licence'] })}
        options={licences.map(({ key, label }) => ({ value: key, label }))}
        value={terms.licence}
      />
    </fieldset>
  );
}
