import { AppLink } from '#web/ui/link.tsx';
import { feedAddress } from './filter.ts';

/** Hashtags, each leading to the uploads that have it. */
export function UploadTags({ tags }: { tags: readonly string[] }) {
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
