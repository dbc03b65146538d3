import type { SearchHit } from '#content/search/contract/endpoints.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { Marked } from './marked.tsx';
import { TypeIcon, typeWords } from './type-marks.tsx';

/** The label before the title of an answer. */
const below: Readonly<Partial<Record<SearchHit['type'], string>>> = { reply: 'Reply in ', comment: 'Comment on ' };

/** One result: what it is, its title, the text around the match, who made it and when. */
export function ResultLine({ hit }: { hit: SearchHit }) {
  const { type, author } = hit;
  const isMember = type === 'member';
  return (
    <article className="relative flex gap-3 px-4 py-3 hover:bg-hover">
      {isMember ? (
        <Avatar
          className="size-10 text-base"
          id={hit.id}
          name={hit.title.text}
          size="sm"
          src={author?.avatarUrl ?? null}
        />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-soft">
          <TypeIcon type={type} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h2 className="leading-snug font-bold text-pretty break-words">
          <AppLink className="after:absolute after:inset-0" to={hit.url}>
            {below[type] !== undefined && <span className="font-medium text-soft">{below[type]}</span>}
            <Marked value={hit.title} />
          </AppLink>
        </h2>
        {hit.excerpt.text !== '' && (
          <p className="mt-0.5 line-clamp-3 text-soft break-words">
            <Marked value={hit.excerpt} />
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-faint">
          <span>{typeWords(type).noun}</span>
          <span aria-hidden="true">·</span>
          {isMember ? (
            <span>@{author?.username}</span>
          ) : (
            <>
              {author && <span className="truncate">{author.displayName}</span>}
              {author && <span aria-hidden="true">·</span>}
              <RelativeTime date={hit.createdAt} />
            </>
          )}
          {hit.isAdult && <span className="font-semibold text-danger">18+</span>}
        </p>
      </div>
    </article>
  );
}
