import type { Upload } from '#features/feed/contract/endpoints.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { feedAddress } from '#features/feed/web/list/filter.ts';

/** Hashtags of an upload, each leading to the uploads that have it; those that are links in its text stand there alone. */
export function UploadTags({ upload }: { upload: Pick<Upload, 'tags' | 'html'> }) {
  const tags = upload.tags.filter((tag) => !upload.html.includes(`${feedAddress({ tag })}"`));
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-x-3 gap-y-1">
      {tags.map((tag) => (
        <li key={tag}>
          <AppLink
            className="touch-target relative text-sm text-secondary-text hover:underline"
            to={feedAddress({ tag })}
          >
            #{tag}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
