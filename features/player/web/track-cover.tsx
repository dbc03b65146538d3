import { useState } from 'react';
import type { UploadFile } from '#features/feed/contract/endpoints.ts';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { sourcesOf } from '#content/media/web/pictures.ts';

/** The cover of a sound, in a square whose size is known before it is there. Its blurred self stands in for it. */
export function TrackCover({ file, title }: { file: UploadFile; title: string }) {
  const [failed, setFailed] = useState(false);
  const sources = sourcesOf(file, 'cover-');
  if (!sources) return null;
  return (
    <span className="track-cover" style={placeholderStyle(file.placeholder)}>
      {!failed && (
        <img
          alt={file.altText || `Cover of ${title}`}
          decoding="async"
          loading="lazy"
          onError={() => setFailed(true)}
          sizes="6.5rem"
          src={sources.src}
          srcSet={sources.srcSet}
        />
      )}
    </span>
  );
}
