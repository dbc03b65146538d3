import { Link2 } from 'lucide-react';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { UploadFiles } from './upload-files.tsx';
import { UploadText } from './upload-text.tsx';

/** An upload as a secret link shows it: to be read and heard. */
export function LinkedUpload({ upload }: { upload: Upload }) {
  return (
    <Page>
      <p className="mb-3 flex items-center gap-2 text-sm text-soft">
        <Link2 aria-hidden="true" className="shrink-0" size={16} />
        {upload.author.displayName} shares this with you by a secret link.
      </p>
      <article aria-labelledby="linked-title" className="rounded-card border border-hairline bg-surface">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-5">
          <header className="flex gap-3">
            <AvatarLink person={upload.author} />
            <div className="min-w-0 flex-1 text-sm">
              <PersonName className="text-base leading-6" hasHandle={false} person={upload.author} />
              <p className="leading-6 text-faint">
                <RelativeTime date={upload.createdAt} />
              </p>
            </div>
          </header>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <h1 className="heading-widest text-2xl break-words" id="linked-title" tabIndex={-1}>
              {upload.title}
            </h1>
            <UploadText fold={false} html={upload.html} />
          </div>
          <UploadFiles first isPage={false} queue={undefined} upload={upload} />
        </div>
      </article>
    </Page>
  );
}
