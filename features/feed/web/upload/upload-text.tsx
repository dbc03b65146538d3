import { useState } from 'react';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { feedAddress } from '#features/feed/web/list/filter.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';

/** A text with more characters or blocks than these is folded in the feed. */
const FOLD_CHARS = 600;
const FOLD_BLOCKS = 8;

/**
 * Decided by the text alone, so that server and browser agree and nothing moves. They may write one character in two
 * ways: an entity counts as one, and what stands between quotation marks ends no tag.
 */
export function isLong(html: string): boolean {
  const blocks = html.match(/<(p|li|pre|tr|h[1-6]|blockquote|br)\b/g)?.length ?? 0;
  if (blocks > FOLD_BLOCKS) return true;
  const words = html.replaceAll(/<(?:[^>"]|"[^"]*")*>/g, '').replaceAll(/&[#\w]+;/g, '_');
  return words.length > FOLD_CHARS;
}

/** The text of an upload after its title; a long one is folded in the feed. */
export function UploadText({ html, fold }: { html: string; fold: boolean }) {
  const [open, setOpen] = useState(false);
  if (html === '') return null;
  if (!fold || open || !isLong(html)) return <RichText html={html} />;
  return (
    <div>
      {/* What the keyboard reaches must be seen: a link under the fold opens it. */}
      <div className="fold" onFocus={(event) => event.target !== event.currentTarget && setOpen(true)}>
        <RichText html={html} />
      </div>
      <Button className="mt-1 -ms-3" onClick={() => setOpen(true)} size="sm" variant="ghost">
        Show more
      </Button>
    </div>
  );
}

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
