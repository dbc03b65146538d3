import { Download } from 'lucide-react';
import type { UploadFile } from '#features/feed/contract/endpoints.ts';
import { licences } from '#content/media/contract/limits.ts';
import { buttonStyle } from '#platform/web/ui/controls/button-style.ts';

/** Saves a sound or a video where its author offers it, and says under which licence it stands. */
export function DownloadLink({ file }: { file: UploadFile }) {
  const licence = licences.find(({ key }) => key === file.terms.licence);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      {file.downloadUrl !== null && (
        <a className={buttonStyle('secondary', 'sm')} download href={file.downloadUrl}>
          <Download aria-hidden="true" size={15} />
          {file.terms.download === 'original' ? 'Download the original' : 'Download'}
        </a>
      )}
      {licence &&
        (licence.url === null ? (
          <span>{licence.label}</span>
        ) : (
          <a className="underline" href={licence.url} rel="license noreferrer" target="_blank">
            {licence.label}
          </a>
        ))}
    </div>
  );
}
